import type { ServiceContext } from "@/lib/context";
import {
  SPARKLINE_SECONDS,
  sparkline,
  sparklineBucket,
} from "@/lib/features/market/rules/sparkline";
import type { TokenMarketRow } from "@/lib/features/market/store/market";
import { formatWei } from "@/lib/shared/text/decimal";

/** More than the minutes of a young token and the hours of a day. */
const CANDLES_MAX = 200;

/**
 * A token's market caps in ETH over the last 24 hours, oldest first, evenly spaced: the line of
 * lists, from stored candles.
 * @param input.now in Unix seconds
 */
export async function readDayLine({
  ctx,
  input: { chainId, token, now },
}: {
  ctx: Pick<ServiceContext, "market">;
  input: {
    chainId: number;
    token: Pick<TokenMarketRow, "address" | "createdAt" | "marketCapWei">;
    now: number;
  };
}): Promise<string[]> {
  const bucket = sparklineBucket(token.createdAt, now);
  const page = await ctx.market.listCandles({
    chainId,
    address: token.address,
    stored: bucket,
    seconds: bucket,
    from: now - SPARKLINE_SECONDS,
    to: now + bucket,
    limit: CANDLES_MAX,
  });
  return sparkline({ ...token, candles: page?.candles ?? [] }, now).map(formatWei);
}
