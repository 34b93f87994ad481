import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import type { listHistory as operation } from "../operations/positions";
import { renderChange } from "../render/position";
import { renderMeta } from "../render/token";
import { toPosition, tradeId } from "../render/trade";
import type { AddressHistory } from "../schema/positions";

/**
 * Extension: trades and transfers of an address, newest first.
 * @throws AppError invalid_parameters
 */
export async function listHistory({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<AddressHistory> {
  const { address } = input.params;
  const { limit, tokenAddress, cursor } = input.query;
  const chain = requireDataChain(ctx, input.params.chain);
  // One extra row shows whether there is a next page.
  const rows = await ctx.market.listPositionChanges({
    chainId: chain.chainId,
    holder: address,
    token: tokenAddress,
    before: cursor === undefined ? null : toPosition(cursor),
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    address,
    history: shown.map(renderChange),
    nextCursor: last === undefined ? null : tradeId(last),
    meta: renderMeta(ctx, chain),
  };
}
