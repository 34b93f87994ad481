import type { ServiceContext } from "@/lib/context";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { PayoutReader } from "@/lib/drivers/chain/readers/create-payout-reader";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { renderFlows } from "@/lib/features/market/holders/get-account";
import { renderMeta } from "@/lib/features/market/render/token";
import type { InputOf } from "@/lib/operations/operation";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import type { getReferrals as operation } from "./operations";
import type { ReferralEarnings } from "./schema/claims";

/**
 * Extension: the referral earnings and payments of an address, by all deployments of a chain. Read
 * from the chain, because the hooks store them.
 * @throws AppError invalid_parameters, dependency_unavailable
 */
export async function getReferrals({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock"> & {
    chains: Partial<Record<ChainSlug, ChainIdentity & PayoutReader>>;
  };
  input: InputOf<typeof operation>;
}): Promise<ReferralEarnings> {
  const { address } = input.params;
  const facts = requireDataChain(ctx, input.params.chain);
  const chain = ctx.chains[facts.slug];
  if (chain === undefined) {
    throw new AppError(
      "dependency_unavailable",
      `This launchpad is not connected to ${facts.name}`,
    );
  }
  const hooks = await chain.referralsOf(address).catch((cause: unknown) => {
    const text = `${facts.name} is unreachable. Try again later.`;
    throw new AppError("dependency_unavailable", text, { cause });
  });
  const earnedWei = hooks.reduce((sum, hook) => sum + hook.earnedWei, 0n);
  const paidWei = hooks.reduce((sum, hook) => sum + hook.paidWei, 0n);
  return {
    address,
    ...renderFlows(paidWei, earnedWei - paidWei),
    hooks: hooks
      .filter((hook) => hook.earnedWei > 0n)
      .map((hook) => ({
        hookAddress: hook.hook,
        ...renderFlows(hook.paidWei, hook.earnedWei - hook.paidWei),
      })),
    meta: renderMeta(ctx, facts),
  };
}
