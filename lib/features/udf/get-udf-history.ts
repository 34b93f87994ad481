import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { readCandles } from "@/lib/features/market/prices/read-candles";
import type { InputOf } from "@/lib/operations/operation";
import { weiToNumber } from "@/lib/shared/text/decimal";
import type { getUdfHistory as operation } from "./operations";
import type { UdfHistory } from "./schema";

/** Maximum bars per response; a chart requests earlier bars separately. */
const BARS_MAX = 1_000;

/**
 * Extension: returns a token's candles as chart bars. If the range is empty, returns the time of the
 * newest bar before it.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function getUdfHistory({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<UdfHistory> {
  const { symbol, resolution, from, to, countback } = input.query;
  const chain = requireDataChain(ctx, input.params.chain);
  const token = { tokenAddress: symbol, interval: resolution, fill: false };
  const read = (range: { from: number; to: number; limit: number }) =>
    readCandles(ctx, chain, { ...token, ...range });
  const limit = Math.min(countback ?? BARS_MAX, BARS_MAX);
  const first = countback === undefined ? from : 0;
  const candles = await read({ from: first, to, limit });
  if (candles.length === 0) {
    const [before] = first === 0 ? [] : await read({ from: 0, to: first, limit: 1 });
    return { s: "no_data", ...(before === undefined ? {} : { nextTime: before.start }) };
  }
  return {
    s: "ok",
    t: candles.map(({ start }) => start),
    o: candles.map(({ openWei }) => weiToNumber(openWei)),
    h: candles.map(({ highWei }) => weiToNumber(highWei)),
    l: candles.map(({ lowWei }) => weiToNumber(lowWei)),
    c: candles.map(({ closeWei }) => weiToNumber(closeWei)),
    v: candles.map(({ volumeWei }) => weiToNumber(volumeWei)),
  };
}
