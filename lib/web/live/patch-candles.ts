import type { QueryClient } from "@tanstack/react-query";
import { bucketStart, INTERVALS, mergeColumn } from "@/lib/features/market/rules/candles";
import type { TokenCandles } from "@/lib/features/market/schema/market";
import type { Candle } from "@/lib/features/market/schema/price";
import type { StreamEvent } from "@/lib/features/stream/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { combineDecimals, scaleDecimal } from "../format/scale-decimal";
import { operationName } from "../operation-name";
import { patchQueries } from "./patch-query";

type TradeData = Extract<StreamEvent, { event: "trade" }>["data"];

/**
 * A chart that is open for long keeps at most this many candles, then drops the oldest together.
 */
const CANDLES_MAX = 4_000;
const CANDLES_KEPT = 3_000;
/**
 * Candles are refetched every minute while there is a stream, more often without. An older response
 * means that the page was hidden or offline, so buckets without a known trade need not be empty.
 */
const FILLED_SECONDS = 180;

/** Adds a trade to the newest candles of its token, for every loaded interval. */
export function patchCandles(client: QueryClient, chain: ChainSlug, trade: TradeData): void {
  patchNewest(client, chain, trade.tokenAddress, (held) => withTrade(held, trade));
}

/**
 * Appends the empty buckets that have started since, up to the current one. Changes nothing when the
 * last response is too old to know that they are empty.
 */
export function patchEmptyCandles(
  client: QueryClient,
  chain: ChainSlug,
  tokenAddress: string,
): void {
  patchNewest(client, chain, tokenAddress, (held, fetchedAtMs) => {
    // By the service's clock, which defines the buckets.
    const passed = Math.floor((Date.now() - fetchedAtMs) / 1_000);
    if (passed > FILLED_SECONDS) return held;
    return fillTo(held, held.meta.timestamp + Math.max(0, passed));
  });
}

function patchNewest(
  client: QueryClient,
  chain: ChainSlug,
  tokenAddress: string,
  patch: (held: TokenCandles, fetchedAtMs: number) => TokenCandles,
): void {
  const queryKey = [operationName("listCandles"), { params: { chain, tokenAddress } }];
  patchQueries<TokenCandles>(client, { queryKey }, (held, query) =>
    // Ranges with a fixed end no longer change.
    hasEnd(query.queryKey) ? held : patch(held, query.updatedAt),
  );
}

function hasEnd([, input]: readonly unknown[]): boolean {
  if (typeof input !== "object" || input === null || !("query" in input)) return false;
  return typeof input.query === "object" && input.query !== null && "to" in input.query;
}

/**
 * Candles with a trade added to its bucket. Idempotent: a trade that is already included changes
 * nothing.
 */
function withTrade(held: TokenCandles, trade: TradeData): TokenCandles {
  const { seconds } = INTERVALS[held.interval];
  const start = bucketStart(trade.timestamp, seconds);
  const filled = fillTo(held, trade.timestamp);
  const place = filled.candles.findLastIndex(({ timestamp }) => timestamp === start);
  const candle = filled.candles[place];
  if (candle === undefined) return held;
  const { marketCapETH: close, priceETH: price } = trade;
  // Every trade changes the 18-digit market cap, so an equal one is the same trade.
  if (candle.close === close && candle.volume !== "0") return filled;
  const traded = {
    ...candle,
    open: mergeWei("openWei", candle.open, close),
    high: mergeWei("highWei", candle.high, close),
    low: mergeWei("lowWei", candle.low, close),
    ...closeAt(candle, mergeWei("closeWei", candle.close, close), price),
    volume: mergeWei("volumeWei", candle.volume, trade.amountETH),
  };
  const candles = filled.candles.map((other, at) =>
    at < place ? other : at === place ? traded : other.volume === "0" ? flat(traded, other) : other,
  );
  return { ...filled, candles };
}

function mergeWei(
  column: Parameters<typeof mergeColumn>[0],
  earlier: string,
  later: string,
): string {
  return combineDecimals(earlier, later, (a, b) => mergeColumn(column, a, b));
}

function fillTo(held: TokenCandles, unixSeconds: number): TokenCandles {
  const { seconds } = INTERVALS[held.interval];
  const last = held.candles.at(-1);
  if (last === undefined) return held;
  const end = bucketStart(unixSeconds, seconds);
  const missing = Math.min(CANDLES_MAX, Math.floor((end - last.timestamp) / seconds));
  if (missing <= 0) return held;
  const empty = Array.from({ length: missing }, (_, nth) =>
    flat(last, { timestamp: last.timestamp + (nth + 1) * seconds }),
  );
  return { ...held, candles: bounded([...held.candles, ...empty]) };
}

/** An empty bucket after another one. */
function flat(before: Candle, { timestamp }: Pick<Candle, "timestamp">): Candle {
  const { close, price } = before;
  const all = { open: close, high: close, low: close, marketCap: close };
  return { timestamp, ...all, close, closeUSDC: before.closeUSDC, volume: "0", price };
}

function closeAt(candle: Candle, close: string, price: string) {
  const { closeUSDC } = candle;
  return {
    close,
    marketCap: close,
    price,
    closeUSDC: closeUSDC === null ? null : scaleDecimal(closeUSDC, close, candle.close),
  };
}

/**
 * The fresh response, preceded by held candles that are older than its range. All candles up to the
 * time of the held response are the service's; later ones may be filled in, so they do not close a gap.
 */
export function keepOlder(held: TokenCandles | undefined, fresh: TokenCandles): TokenCandles {
  const [first] = fresh.candles;
  if (held === undefined || first === undefined) return fresh;
  if (held.meta.timestamp < first.timestamp) return fresh;
  const older = held.candles.filter(({ timestamp }) => timestamp < first.timestamp);
  return { ...fresh, candles: bounded([...older, ...fresh.candles]) };
}

function bounded(candles: Candle[]): Candle[] {
  return candles.length > CANDLES_MAX ? candles.slice(-CANDLES_KEPT) : candles;
}
