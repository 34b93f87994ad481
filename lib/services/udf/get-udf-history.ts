import type { ServiceContext } from "../../context";
import type { InputOf } from "../../operations/operation";
import type { getUdfHistory as operation } from "../../operations/udf";
import type { UdfHistory } from "../../schemas/udf";
import { listCandles } from "../data/list-candles";

/** Most bars of one answer; a chart that wants more asks again for what is before them. */
const BARS_MAX = 1_000;

/**
 * Extension: a token's candles as a chart reads them. Where there is none, the time of the newest
 * one before the range.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function getUdfHistory({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<UdfHistory> {
  const { chain } = input.params;
  const { symbol, resolution, from, to, countback } = input.query;
  const read = async (range: { from: number; to: number; limit: number }) => {
    const { candles } = await listCandles({
      ctx,
      input: {
        params: { chain, tokenAddress: symbol },
        query: { interval: resolution, fill: false, ...range },
        body: undefined,
      },
    });
    return candles;
  };
  const limit = Math.min(countback ?? BARS_MAX, BARS_MAX);
  const first = countback === undefined ? from : 0;
  const candles = await read({ from: first, to, limit });
  if (candles.length === 0) {
    const [before] = first === 0 ? [] : await read({ from: 0, to: first, limit: 1 });
    return { s: "no_data", ...(before === undefined ? {} : { nextTime: before.timestamp }) };
  }
  return {
    s: "ok",
    t: candles.map(({ timestamp }) => timestamp),
    o: candles.map(({ open }) => Number(open)),
    h: candles.map(({ high }) => Number(high)),
    l: candles.map(({ low }) => Number(low)),
    c: candles.map(({ close }) => Number(close)),
    v: candles.map(({ volume }) => Number(volume)),
  };
}
