import type { ServiceContext } from "../../context";
import { INTERVALS } from "../../domain/candles";
import type { listCandles as operation } from "../../operations/data-market";
import type { InputOf } from "../../operations/operation";
import type { TokenCandles } from "../../schemas/data-market";
import { readCandles } from "./read-candles";
import { renderSeries } from "./render-candles";
import { renderMeta } from "./render-token";
import { requireDataChain } from "./require-data-chain";

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
  const { interval } = input.query;
  const chain = requireDataChain(ctx, input.params.chain);
  const rows = await readCandles(ctx, chain, { tokenAddress, ...input.query });
  const { seconds } = INTERVALS[interval];
  const [candles = []] = await renderSeries(ctx, chain.chainId, [{ seconds, candles: rows }]);
  return { tokenAddress, interval, candles, meta: renderMeta(ctx, chain) };
}
