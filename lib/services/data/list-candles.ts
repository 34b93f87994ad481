import type { ServiceContext } from "../../context";
import { bucketStart, fillCandles, INTERVALS } from "../../domain/candles";
import { lowerAddress } from "../../domain/lower-address";
import type { listCandles as operation } from "../../operations/data-market";
import type { InputOf } from "../../operations/operation";
import type { TokenCandles } from "../../schemas/data-market";
import { renderCandle } from "./render-market";
import { renderMeta, unixSeconds } from "./render-token";
import { requireDataChain } from "./require-data-chain";
import { tokenNotFound } from "./token-not-found";

/**
 * Extension: candles of one interval and range, the newest `limit` of them, oldest first.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function listCandles({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<TokenCandles> {
  const { tokenAddress } = input.params;
  const { interval, limit, fill } = input.query;
  const chain = requireDataChain(ctx, input.params.chain);
  const { seconds, from: stored } = INTERVALS[interval];
  // The bucket of now is the last one that can have a trade.
  const open = bucketStart(unixSeconds(ctx), seconds) + seconds;
  const to = Math.min(open, nextBucket(input.query.to ?? open, seconds));
  const asked = nextBucket(input.query.from ?? 0, seconds);
  // Filled buckets are all there, so the newest `limit` of them are known beforehand.
  const from = fill ? Math.max(asked, to - limit * seconds) : asked;
  const page = await ctx.market.listCandles({
    chainId: chain.chainId,
    address: lowerAddress(tokenAddress),
    stored,
    seconds,
    from,
    to,
    limit,
  });
  if (page === null) throw tokenNotFound(chain, tokenAddress);
  const candles = fill
    ? fillCandles(page.candles, {
        before: page.before ?? {
          closeWei: page.startingMarketCapWei,
          sqrtPriceX96: page.startingSqrtPriceX96,
          firstBlock: 0,
        },
        first: Math.max(from, bucketStart(page.createdAt, seconds)),
        end: to,
        seconds,
      })
    : page.candles;
  return {
    tokenAddress,
    interval,
    candles: candles.map(renderCandle),
    meta: renderMeta(ctx, chain),
  };
}

/** Start of the first bucket that begins at or after a time. */
function nextBucket(time: number, seconds: number): number {
  return bucketStart(time + seconds - 1, seconds);
}
