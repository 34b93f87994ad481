import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import type { listCandles as operation } from "../operations/market";
import { renderCandles } from "../render/candles";
import { renderMeta } from "../render/token";
import { INTERVALS } from "../rules/candles";
import type { TokenCandles } from "../schema/market";
import { readCandles } from "./read-candles";

/**
 * Extension: the newest `limit` candles of an interval and range, oldest first.
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
  const candles = await renderCandles(ctx, chain.chainId, { seconds, candles: rows });
  return { tokenAddress, interval, candles, meta: renderMeta(ctx, chain) };
}
