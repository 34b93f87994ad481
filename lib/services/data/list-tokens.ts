import type { ServiceContext } from "../../context";
import { lowerAddress } from "../../domain/lower-address";
import type { listTokens as operation } from "../../operations/data";
import type { InputOf } from "../../operations/operation";
import type { TokenList } from "../../schemas/data";
import { renderMeta, renderStats, renderToken } from "./render-token";
import { requireDataChain } from "./require-data-chain";

/**
 * A1: a page of a chain's tokens, highest market cap first unless another order is asked for.
 * @throws AppError invalid_parameters
 */
export async function listTokens({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<TokenList> {
  const chain = requireDataChain(ctx, input.params.chain);
  const { limit, offset, manager, ownerAddress, sort } = input.query;
  const rows = await ctx.market.listTokens({
    chainId: chain.chainId,
    order: sort ?? "marketCap",
    manager: manager && lowerAddress(manager),
    ownerAddress: ownerAddress && lowerAddress(ownerAddress),
    limit,
    offset,
  });
  return {
    data: rows.map((row) => ({
      ...renderToken(ctx, row),
      fairLaunchActive: false,
      ...(sort === undefined ? {} : renderStats(row)),
    })),
    pagination: { limit, offset },
    meta: renderMeta(ctx, chain),
  };
}
