import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import type { listPositions as operation } from "../operations/positions";
import { renderFigures, renderPosition } from "../render/position";
import { renderMeta } from "../render/token";
import { toPosition, tradeId } from "../render/trade";
import type { AddressPositions } from "../schema/positions";
import { TOTALS_MAX } from "../store/positions/list-positions";

/**
 * Extension: the positions of an address and their totals.
 * @throws AppError invalid_parameters
 */
export async function listPositions({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<AddressPositions> {
  const { address } = input.params;
  const { limit, open, cursor } = input.query;
  const chain = requireDataChain(ctx, input.params.chain);
  // One extra row shows whether there is a next page.
  const page = await ctx.market.listPositions({
    chainId: chain.chainId,
    holder: address,
    isOpen: open,
    before: cursor === undefined ? null : toPosition(cursor),
    limit: limit + 1,
  });
  const shown = page.positions.slice(0, limit);
  const last = page.positions.length > limit ? shown.at(-1)?.last : undefined;
  return {
    address,
    totals: {
      positions: page.totals.positions,
      isComplete: page.totals.positions <= TOTALS_MAX,
      ...renderFigures(page.totals, page.ethUsdE18),
    },
    positions: shown.map((row) => renderPosition(ctx.env, row, page.ethUsdE18)),
    nextCursor: last === undefined ? null : tradeId(last),
    meta: renderMeta(ctx, chain),
  };
}
