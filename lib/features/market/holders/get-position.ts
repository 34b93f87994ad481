import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import type { getPosition as operation } from "../operations/positions";
import { renderPosition } from "../render/position";
import { renderMeta } from "../render/token";
import type { TokenPosition } from "../schema/positions";
import { tokenNotFound } from "../token-not-found";

/**
 * Extension: the position of an address in a token.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function getPosition({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<TokenPosition> {
  const { tokenAddress, address } = input.params;
  const chain = requireDataChain(ctx, input.params.chain);
  const found = await ctx.market.findPosition({
    chainId: chain.chainId,
    address: tokenAddress,
    holder: address,
  });
  if (found === null) throw tokenNotFound(chain, tokenAddress);
  return {
    address,
    position: renderPosition(ctx.env, found, found.ethUsdE18),
    meta: renderMeta(ctx, chain),
  };
}
