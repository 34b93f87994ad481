import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { ChainFacts } from "@/lib/shared/chains";
import { unixSeconds } from "../render/token";
import {
  bucketStart,
  type CandleInterval,
  type CandleRow,
  fillCandles,
  INTERVALS,
} from "../rules/candles";
import { tokenNotFound } from "../token-not-found";

/**
 * The newest `limit` candles of an interval and range, oldest first.
 * @param query.fill also returns buckets without a trade
 * @throws AppError token_not_found
 */
export async function readCandles(
  ctx: Pick<ServiceContext, "env" | "clock" | "market">,
  chain: ChainFacts,
  query: {
    tokenAddress: Address;
    interval: CandleInterval;
    from?: number | undefined;
    to?: number | undefined;
    limit: number;
    fill: boolean;
  },
): Promise<CandleRow[]> {
  const { tokenAddress, interval, limit, fill } = query;
  const { seconds, from: stored } = INTERVALS[interval];
  // The current bucket is the last one that can have a trade.
  const open = bucketStart(unixSeconds(ctx), seconds) + seconds;
  const to = Math.min(open, nextBucket(query.to ?? open, seconds));
  const requestedFrom = nextBucket(query.from ?? 0, seconds);
  // With `fill` no bucket is missing, so the start of the newest `limit` buckets is known.
  const from = fill ? Math.max(requestedFrom, to - limit * seconds) : requestedFrom;
  const page = await ctx.market.listCandles({
    chainId: chain.chainId,
    address: tokenAddress,
    stored,
    seconds,
    from,
    to,
    limit,
  });
  if (page === null) throw tokenNotFound(chain, tokenAddress);
  if (!fill) return page.candles;
  const launch = {
    closeWei: page.startingMarketCapWei,
    sqrtPriceX96: page.startingSqrtPriceX96,
    firstBlock: 0,
  };
  const first = Math.max(from, bucketStart(page.createdAt, seconds));
  return fillCandles(page.candles, { before: page.before ?? launch, first, end: to, seconds });
}

/** Start of the first bucket that begins at or after a time. */
function nextBucket(time: number, seconds: number): number {
  return bucketStart(time + seconds - 1, seconds);
}
