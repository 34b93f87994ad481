import { z } from "zod";
import { OPERATIONS } from "@/lib/operations/all";
import { operationTool } from "../operation-tool";
import type { Tool } from "../tool";

const config = OPERATIONS.getConfig.response;
const chainSummary = config.shape.chains.element.pick({
  slug: true,
  chainId: true,
  name: true,
  nativeCurrency: true,
  sandbox: true,
  tokenData: true,
  capabilities: true,
});
const chainList = config
  .pick({ sandbox: true, marketCapUsdc: true })
  .extend({ chains: z.array(chainSummary) });
const tokenPrice = OPERATIONS.getTokenPrice.response.omit({ priceHistory: true });
const managerList = OPERATIONS.getAccount.response.pick({ address: true, managers: true });

const LIST_ALIASES = ["managerAddress", "orderBy", "sortBy", "sparkline"];

/** Tools that read chains, tokens and addresses. */
export const READ_TOOLS: readonly Tool[] = [
  operationTool({
    operation: OPERATIONS.getConfig,
    name: "list_chains",
    title: "List chains",
    description:
      "Lists the chains of this launchpad and what each supports. Call it first to learn which value " +
      "of `chain` to use. On a chain with `sandbox: true` nothing has real value.",
    output: {
      schema: chainList,
      select: ({ sandbox, marketCapUsdc, chains }) => ({
        sandbox,
        marketCapUsdc,
        chains: chains.map((chain) => {
          const { slug, chainId, name, nativeCurrency, tokenData, capabilities } = chain;
          return {
            slug,
            chainId,
            name,
            nativeCurrency,
            sandbox: chain.sandbox,
            tokenData,
            capabilities,
          };
        }),
      }),
    },
  }),
  operationTool({
    operation: OPERATIONS.searchTokens,
    name: "search_tokens",
    title: "Search tokens",
    description:
      "Finds tokens of one chain by the beginning of a word of the name, by symbol or by address. " +
      "Several tokens can have the same name: compare addresses.",
    isUntrusted: true,
  }),
  operationTool({
    operation: OPERATIONS.listTokens,
    name: "list_tokens",
    title: "List tokens",
    description:
      "Lists the tokens of one chain, largest market cap first, or by `sort`. Use `ownerAddress` for " +
      "the tokens of one creator. For the next page, add `limit` to `offset`.",
    without: LIST_ALIASES,
    isUntrusted: true,
  }),
  operationTool({
    operation: OPERATIONS.getTokenDetails,
    name: "get_token",
    title: "Get a token",
    description:
      "Returns name, symbol, image, description, links, market cap, volume and pool of one token.",
    isUntrusted: true,
  }),
  operationTool({
    operation: OPERATIONS.getTokenPrice,
    name: "get_price",
    title: "Get a token's price",
    description:
      "Returns the current price, market cap, volumes and all-time values of one token. `current` is " +
      "the market cap in ETH; `priceETH` is the price of one token. Use get_candles for the history.",
    output: {
      schema: tokenPrice,
      select: ({ priceHistory: _, ...current }) => current,
    },
  }),
  operationTool({
    operation: OPERATIONS.listCandles,
    name: "get_candles",
    title: "Get a token's price history",
    description:
      "Returns candles of one token, oldest first. open, high, low and close are market caps in ETH. " +
      "Request few: 24 candles of 1h are one day.",
    properties: {
      limit: {
        type: "integer",
        minimum: 1,
        maximum: 1000,
        default: 300,
        description: "Maximum number of candles, the newest of the range.",
      },
    },
  }),
  operationTool({
    operation: OPERATIONS.listTrades,
    name: "list_trades",
    title: "List a token's trades",
    description:
      "Lists the trades of one token, newest first. For the next page, pass `nextCursor` as `cursor`.",
  }),
  operationTool({
    operation: OPERATIONS.listHolders,
    name: "list_holders",
    title: "List a token's holders",
    description:
      "Lists the holders of one token, largest balance first. `balance` has 18 decimals: divide it by " +
      "10^18. For the next page, add `limit` to `offset`.",
  }),
  operationTool({
    operation: OPERATIONS.getTokenFees,
    name: "get_token_fees",
    title: "Get who earns a token's fees",
    description:
      "Returns everyone who earns the 1% trading fee of one token with percentages, and how much ETH its " +
      "fee stream has earned (`earned`). `claimed` is what the stream's holder has collected: if `manager` is not " +
      "null, that manager may still owe it to the earners; get_earnings of an address returns its part.",
    isUntrusted: true,
  }),
  operationTool({
    operation: OPERATIONS.getAccount,
    name: "get_earnings",
    title: "Get an address's earnings",
    description:
      "Returns what one address has earned, claimed and can claim as an earner of fees, in ETH, and the tokens " +
      "it created. Returns zeros for an address without any. Does not include earnings as a referrer of " +
      "trades: use get_referral_earnings.",
    isUntrusted: true,
  }),
  operationTool({
    operation: OPERATIONS.getReferrals,
    name: "get_referral_earnings",
    title: "Get an address's referral earnings",
    description:
      "Returns what one address has earned, claimed and can claim as a referrer of trades, in ETH. " +
      "prepare_claim claims it together with its other earnings.",
  }),
  operationTool({
    operation: OPERATIONS.getAccount,
    name: "list_managers",
    title: "List an address's fee managers",
    description:
      "Lists the fee managers in which one address has a share, with its roles and its income.",
    output: {
      schema: managerList,
      select: ({ address, managers }) => ({ address, managers }),
    },
  }),
];
