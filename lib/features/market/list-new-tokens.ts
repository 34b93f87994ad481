import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import type { listNewTokens as operation } from "./operations/tokens";
import {
  isOpen,
  renderMeta,
  renderOnce,
  renderStart,
  renderToken,
  unixSeconds,
} from "./render/token";
import type { NewTokenList } from "./schema/tokens";

/**
 * Data API: a page of a chain's tokens, newest first.
 * @throws AppError invalid_parameters
 */
export async function listNewTokens({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<NewTokenList> {
  const chain = requireDataChain(ctx, input.params.chain);
  const now = unixSeconds(ctx);
  const { limit, offset, manager, ownerAddress } = input.query;
  const rows = await ctx.market.listTokens({
    chainId: chain.chainId,
    order: "newest",
    manager,
    ownerAddress,
    limit,
    offset,
  });
  return {
    data: rows.map((row) => renderItem(ctx, row, now)),
    pagination: { limit, offset },
    meta: renderMeta(ctx, chain),
  };
}

const renderItem = renderOnce((ctx, row) => ({
  ...renderToken(ctx, row),
  isActive: isOpen(ctx, row),
  ...renderStart(ctx, row),
}));
