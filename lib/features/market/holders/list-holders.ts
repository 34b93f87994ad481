import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import { AppError } from "@/lib/shared/errors";
import type { listHolders as operation } from "../operations/tokens";
import type { TokenHolders } from "../schema/tokens";

/**
 * Data API: the holders of a token, largest balance first.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function listHolders({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "market">;
  input: InputOf<typeof operation>;
}): Promise<TokenHolders> {
  const { tokenAddress } = input.params;
  const chain = requireDataChain(ctx, input.params.chain);
  const page = await ctx.market.listHolders({
    chainId: chain.chainId,
    address: tokenAddress,
    ...input.query,
  });
  if (page === null) {
    throw new AppError("token_not_found", `No token ${tokenAddress} on ${chain.name}`);
  }
  return {
    tokenAddress,
    totalHolders: String(page.total),
    holders: page.holders.map(({ holder, amountWei }) => ({
      id: holder,
      balance: amountWei.toString(),
    })),
    pagination: { ...input.query, total: page.total },
  };
}
