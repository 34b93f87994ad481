import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import { requireChain } from "@/lib/features/chains/require-chain";
import { needsProof } from "@/lib/features/settings/rules/settings";
import type { ChainSlug } from "@/lib/shared/chains";
import type { launchChallenge } from "./schema";

/**
 * A challenge for the proof of work of a launch, if this caller's launches need one.
 * @throws AppError unsupported_chain
 */
export async function getLaunchChallenge({
  ctx,
  input: { chain, isExempt },
}: {
  ctx: Pick<ServiceContext, "chains" | "proofs" | "settings">;
  input: { chain: ChainSlug; isExempt: boolean };
}): Promise<z.input<typeof launchChallenge>> {
  requireChain(ctx, chain);
  const required = !isExempt && needsProof(await ctx.settings.read(), chain);
  return {
    success: true,
    required,
    challenge: required ? await ctx.proofs.challenge(chain) : null,
  };
}
