import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import type { listManagerEarners as operation } from "../operations/market";
import { renderMeta } from "../render/token";
import { MANAGER_EARNERS_MAX, type ManagerEarners } from "../schema/fees";
import { renderFlows, renderRoles } from "./get-account";

/**
 * Extension: the accounts that a manager owes ETH, with those that no longer earn.
 * @throws AppError invalid_parameters
 */
export async function listManagerEarners({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market" | "wallets">;
  input: InputOf<typeof operation>;
}): Promise<ManagerEarners> {
  const { managerAddress } = input.params;
  const chain = requireDataChain(ctx, input.params.chain);
  const found = await ctx.market.listManagerEarners({
    chainId: chain.chainId,
    manager: managerAddress,
    limit: MANAGER_EARNERS_MAX + 1,
  });
  const earners = found.slice(0, MANAGER_EARNERS_MAX);
  const known = await ctx.wallets.identitiesOf(earners.map(({ address }) => address));
  return {
    managerAddress,
    earners: earners.map(({ address, roles, claimedWei, claimableWei }, index) => ({
      address,
      roles: renderRoles(roles),
      identity: known[index]?.identity ?? null,
      ...renderFlows(claimedWei, claimableWei),
    })),
    isComplete: found.length <= MANAGER_EARNERS_MAX,
    meta: renderMeta(ctx, chain),
  };
}
