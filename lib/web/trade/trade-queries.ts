import { type QueryClient, queryOptions, skipToken } from "@tanstack/react-query";
import type { Address } from "viem";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import type { ChainSlug } from "@/lib/shared/chains";
import { hasBalances } from "../refresh-balances";
import { explained } from "./explained";
import type { LaunchpadContracts } from "./token-contracts";

/** Loads the chain code on the first query: a page without an account and amount needs none. */
async function readerOf(chain: ChainSlug) {
  const { chainReader } = await import("./chain-reader");
  return chainReader(chain);
}

/** Quotes older than this, in milliseconds, are not traded on. */
export const QUOTE_LIFE_MS = 30_000;
const QUOTE_INTERVAL_MS = 8_000;
const BALANCE_INTERVAL_MS = 15_000;
const FEE_INTERVAL_MS = 30_000;

/** A quote, refreshed while the page is visible. */
export function quoteQuery(
  chain: ChainSlug,
  facts: LaunchpadContracts | undefined,
  order: { side: TradeSide; token: Address; amountIn: bigint } | null,
) {
  const { side, token, amountIn } = order ?? {};
  return queryOptions({
    queryKey: ["trade-quote", chain, token, side, amountIn?.toString()],
    queryFn:
      facts === undefined || order === null
        ? skipToken
        : () =>
            explained(async () => {
              const [{ quoteTrade }, { contractsOfToken }, reader] = await Promise.all([
                import("./quote-trade"),
                import("./token-contracts"),
                readerOf(chain),
              ]);
              return quoteTrade(reader, await contractsOfToken(reader, facts, order.token), order);
            }),
    refetchInterval: QUOTE_INTERVAL_MS,
    // An amount that is typed again gets a new quote.
    staleTime: 0,
    gcTime: QUOTE_LIFE_MS,
    retry: false,
  });
}

/** An account's balances of ETH and of a token. */
export function balancesQuery(chain: ChainSlug, account: Address, token: Address) {
  return queryOptions({
    queryKey: ["trade-balances", chain, account, token],
    queryFn: async () => {
      const { readBalances } = await import("./read-balances");
      return readBalances(await readerOf(chain), account, token);
    },
    refetchInterval: BALANCE_INTERVAL_MS,
  });
}

/** An account's ETH balance on a chain, in wei. */
export function etherQuery(chain: ChainSlug, account: Address) {
  return queryOptions({
    queryKey: ["ether", chain, account],
    queryFn: async () => (await readerOf(chain)).getBalance({ address: account }),
    refetchInterval: BALANCE_INTERVAL_MS,
  });
}

/** The maximum gas price that a transaction would offer now, in wei. */
export function gasPriceQuery(chain: ChainSlug) {
  return queryOptions({
    queryKey: ["gas-price", chain],
    queryFn: async () => (await (await readerOf(chain)).estimateFeesPerGas()).maxFeePerGas,
    refetchInterval: FEE_INTERVAL_MS,
    staleTime: FEE_INTERVAL_MS,
  });
}

/** The indexer processes a block a moment after it is mined. */
const REFRESHES_MS = [0, 1_000, 3_000];

/** Refetches everything about a token and balances after a trade. */
export function refreshAfterTrade(queries: QueryClient, token: Address): void {
  const refresh = () =>
    queries.invalidateQueries({
      predicate: (query) => hasBalances(query) || JSON.stringify(query.queryKey).includes(token),
    });
  for (const delay of REFRESHES_MS) setTimeout(() => void refresh(), delay);
}
