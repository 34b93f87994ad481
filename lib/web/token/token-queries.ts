import { request } from "@slipway-launchpad/client";
import { queryOptions } from "@tanstack/react-query";
import { type CandleInterval, INTERVALS } from "@/lib/features/market/rules/candles";
import type { TokenCandles } from "@/lib/features/market/schema/market";
import type { ChainSlug } from "@/lib/shared/chains";
import { keepOlder } from "../live/patch-candles";
import { isStreamed } from "../live/streamed";
import { every, LIST_INTERVAL_MS, RANKING_INTERVAL_MS, readQuery } from "../queries";
import {
  getTokenDetails,
  getTokenMarks,
  getTokenPrice,
  getTokenVideo,
  listCandles,
} from "../reads/token-reads";

/** Queries of a token's first content; separate from those of lists, which load without them. */

const CANDLE_INTERVAL_MS = 1_000;
export const CANDLES_PER_PAGE = 400;

/** A token's details, which have what its creator bought at launch and holds now. */
export function tokenDetailsQuery(chain: ChainSlug, tokenAddress: string) {
  return {
    ...readQuery(getTokenDetails, { params: { chain, tokenAddress } }),
    staleTime: LIST_INTERVAL_MS,
    refetchInterval: every(RANKING_INTERVAL_MS, () => isStreamed(chain, tokenAddress)),
  };
}

/** A token's price, volume, wall and owner. */
export function tokenPriceQuery(chain: ChainSlug, tokenAddress: string) {
  return {
    ...readQuery(getTokenPrice, { params: { chain, tokenAddress } }),
    refetchInterval: every(LIST_INTERVAL_MS, () => isStreamed(chain, tokenAddress)),
  };
}

/**
 * The newest candles of a token, with empty buckets for an even time axis. Keeps candles that were
 * loaded before.
 */
export function candlesQuery(chain: ChainSlug, tokenAddress: string, interval: CandleInterval) {
  const query = { interval, fill: "true" as const, limit: String(CANDLES_PER_PAGE) };
  const { seconds } = INTERVALS[interval];
  const input = { params: { chain, tokenAddress }, query };
  return queryOptions({
    queryKey: [listCandles.id, input],
    queryFn: async ({ signal, client, queryKey }) =>
      keepOlder(
        client.getQueryData<TokenCandles>(queryKey),
        await request(listCandles, input, { signal }),
      ),
    refetchInterval: every(seconds <= 60 ? CANDLE_INTERVAL_MS : LIST_INTERVAL_MS, () =>
      isStreamed(chain, tokenAddress),
    ),
  });
}

/** A page of candles that end before `to` (Unix seconds). They no longer change. */
export function olderCandlesQuery(
  chain: ChainSlug,
  tokenAddress: string,
  interval: CandleInterval,
  to: number,
) {
  const query = {
    interval,
    fill: "true" as const,
    limit: String(CANDLES_PER_PAGE),
    to: String(to),
  };
  return {
    ...readQuery(listCandles, { params: { chain, tokenAddress }, query }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/** Markers of the chart: trades of the creator, moves of the bid wall, and its price. */
export function tokenMarksQuery(chain: ChainSlug, tokenAddress: string) {
  return {
    ...readQuery(getTokenMarks, { params: { chain, tokenAddress } }),
    refetchInterval: every(RANKING_INTERVAL_MS, () => isStreamed(chain, tokenAddress)),
  };
}

/** The video of a token's launch, which never changes. */
export function tokenVideoQuery(chain: ChainSlug, tokenAddress: string) {
  return {
    ...readQuery(getTokenVideo, { params: { chain, tokenAddress } }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}
