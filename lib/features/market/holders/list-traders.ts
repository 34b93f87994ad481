import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import type { listTraders as operation } from "../operations/positions";
import { readTraderCursor, renderTrader, writeTraderCursor } from "../render/position";
import { renderMeta } from "../render/token";
import type { TokenTraders } from "../schema/positions";
import { tokenNotFound } from "../token-not-found";

/**
 * Extension: the traders of a token, largest realized profit first.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function listTraders({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<TokenTraders> {
  const { tokenAddress } = input.params;
  const { limit, cursor } = input.query;
  const chain = requireDataChain(ctx, input.params.chain);
  // One extra row shows whether there is a next page.
  const page = await ctx.market.listTraders({
    chainId: chain.chainId,
    address: tokenAddress,
    after: cursor === undefined ? null : readTraderCursor(cursor),
    limit: limit + 1,
  });
  if (page === null) throw tokenNotFound(chain, tokenAddress);
  const shown = page.traders.slice(0, limit);
  const last = page.traders.length > limit ? shown.at(-1) : undefined;
  return {
    tokenAddress,
    traders: shown.map((row) => renderTrader(row, page.ethUsdE18)),
    nextCursor: last === undefined ? null : writeTraderCursor(last),
    meta: renderMeta(ctx, chain),
  };
}
