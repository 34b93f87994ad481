import { type QueryClient, queryOptions, skipToken } from "@tanstack/react-query";
import type { Address } from "viem";
import type { TradeContracts } from "@/lib/features/system/schema";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import type { ChainSlug } from "@/lib/shared/chains";
import { explained } from "./explained";

/** The chain code comes with the first question: a page without an account and amount needs none. */
async function readerOf(chain: ChainSlug) {
  const { chainReader } = await import("./chain-reader");
  return chainReader(chain);
}

/** A price older than this is no longer traded on, in milliseconds. */
export const QUOTE_LIFE_MS = 30_000;
const QUOTE_INTERVAL_MS = 8_000;
const BALANCE_INTERVAL_MS = 15_000;
const FEE_INTERVAL_MS = 30_000;

/** What a trade would bring, asked for again while the page is looked at. */
export function quoteQuery(
  chain: ChainSlug,
  contracts: TradeContracts | undefined,
  order: { side: TradeSide; token: Address; amountIn: bigint } | null,
) {
  const { side, token, amountIn } = order ?? {};
  return queryOptions({
    queryKey: ["trade-quote", chain, token, side, amountIn?.toString()],
    queryFn:
      contracts === undefined || order === null
        ? skipToken
        : () =>
            explained(async () => {
              const { quoteTrade } = await import("./quote-trade");
              return quoteTrade(await readerOf(chain), contracts, order);
            }),
    refetchInterval: QUOTE_INTERVAL_MS,
    gcTime: QUOTE_LIFE_MS,
    retry: false,
  });
}

/** What an account holds of ETH and of a token. */
export function balancesQuery(chain: ChainSlug, account: Address, token: Address) {
  return queryOptions({
    queryKey: ["trade-balances", chain, account, token],
    queryFn: async () => {
      const { readBalances } = await import("./read-position");
      return readBalances(await readerOf(chain), account, token);
    },
    refetchInterval: BALANCE_INTERVAL_MS,
  });
}

/** ETH of an account on a chain, in wei. */
export function etherQuery(chain: ChainSlug, account: Address) {
  return queryOptions({
    queryKey: ["ether", chain, account],
    queryFn: async () => (await readerOf(chain)).getBalance({ address: account }),
    refetchInterval: BALANCE_INTERVAL_MS,
  });
}

/** The highest price of gas that a transaction would offer now, in wei. */
export function gasPriceQuery(chain: ChainSlug) {
  return queryOptions({
    queryKey: ["gas-price", chain],
    queryFn: async () => (await (await readerOf(chain)).estimateFeesPerGas()).maxFeePerGas,
    refetchInterval: FEE_INTERVAL_MS,
    staleTime: FEE_INTERVAL_MS,
  });
}

/** The indexer sees a block a moment after it is mined. */
const REFRESHES_MS = [0, 1_000, 3_000];

/** Asks again for everything that speaks of a token or of balances: a trade has changed it. */
export function refreshAfterTrade(queries: QueryClient, token: Address): void {
  const refresh = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey }) => {
        const [name] = queryKey;
        return name === "ether" || JSON.stringify(queryKey).includes(token);
      },
    });
  for (const delay of REFRESHES_MS) setTimeout(() => void refresh(), delay);
}
