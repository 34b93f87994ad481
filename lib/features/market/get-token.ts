import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import { AppError } from "@/lib/shared/errors";
import type { getToken as operation } from "./operations/tokens";
import { renderMeta, renderSocials, renderStart, renderToken } from "./render/token";
import type { TokenBasicDetails } from "./schema/tokens";

/**
 * Data API: the basic details of a token.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function getToken({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<TokenBasicDetails> {
  const chain = requireDataChain(ctx, input.params.chain);
  const { tokenAddress: address } = input.params;
  const token = await ctx.market.findToken({ chainId: chain.chainId, address });
  if (token === null) {
    throw new AppError("token_not_found", `No token ${input.params.tokenAddress} on ${chain.name}`);
  }
  return {
    ...renderToken(ctx, token),
    ...renderStart(ctx, token),
    socials: renderSocials(token),
    meta: renderMeta(ctx, chain),
  };
}
