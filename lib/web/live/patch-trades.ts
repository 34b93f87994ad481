import type { InfiniteData, Query, QueryClient } from "@tanstack/react-query";
import { passesFilter, TRADE_SIZES, type TradeFilter } from "@/lib/features/market/rules/trade";
import type { TokenTrades } from "@/lib/features/market/schema/market";
import type { StreamEvent } from "@/lib/features/stream/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { operationName } from "../operation-name";
import { isOlder, patchQueries } from "./patch-query";

type TradeData = Extract<StreamEvent, { event: "trade" }>["data"];
type Pages = InfiniteData<TokenTrades>;

/**
 * Trades that a first page may grow to before it is refetched, so that an open page stays small.
 */
const FIRST_PAGE_MAX = 250;
/** Pages that are refetched after a reorg; the others load again when the user scrolls. */
const PAGES_AGAIN_MAX = 3;

/** Prepends a trade to its token's loaded lists that show it, unless it is already there. */
export function patchTrades(client: QueryClient, chain: ChainSlug, data: TradeData): void {
  const { tokenAddress, ...trade } = data;
  const queryKey = [operationName("listTrades"), { chain, tokenAddress }];
  let isLong = false;
  patchQueries<Pages>(client, { queryKey }, (held, { queryKey: [, , filter] }) => {
    if (!passesFilter(trade, readFilter(filter))) return held;
    const [first, ...rest] = held.pages;
    if (first === undefined) return held;
    if (first.trades.some(({ id }) => id === trade.id)) return held;
    // A replayed trade of a later page.
    if (trade.timestamp < (first.trades[0]?.timestamp ?? 0)) return held;
    isLong ||= (first.trades.length + 1) % FIRST_PAGE_MAX === 0;
    return { ...held, pages: [{ ...first, trades: [trade, ...first.trades] }, ...rest] };
  });
  if (isLong) refreshTrades(client, { chain, tokenAddress });
}

/**
 * Refetches a token's lists of trades; of long ones the newest pages.
 * @param before only a list that was fetched before this moment
 */
export function refreshTrades(
  client: QueryClient,
  ofToken: { chain: ChainSlug; tokenAddress: string },
  before = Number.POSITIVE_INFINITY,
): void {
  const queryKey = [operationName("listTrades"), ofToken];
  const held = client.getQueryCache().findAll({ queryKey });
  const due = new Set(held.filter((query) => isOlder(query, before)));
  const predicate = (query: Query) => due.has(query);
  client.setQueriesData<Pages>({ queryKey, predicate }, (held) =>
    held === undefined || held.pages.length <= PAGES_AGAIN_MAX
      ? held
      : {
          pages: held.pages.slice(0, PAGES_AGAIN_MAX),
          pageParams: held.pageParams.slice(0, PAGES_AGAIN_MAX),
        },
  );
  void client.invalidateQueries({ queryKey, predicate });
}

/** The filter of a `tradesQuery`. */
function readFilter(value: unknown): TradeFilter {
  if (typeof value !== "object" || value === null) return {};
  const { trader, minETH }: Record<string, unknown> = { ...value };
  const size = TRADE_SIZES.find((one) => one === minETH);
  return {
    ...(typeof trader === "string" ? { trader } : {}),
    ...(size === undefined ? {} : { minETH: size }),
  };
}
