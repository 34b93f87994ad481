import type { ServiceContext } from "@/lib/context";
import type { Proof, ProofRefusal } from "@/lib/drivers/proof/create-proofs";
import { needsProof } from "@/lib/features/settings/rules/settings";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";

/**
 * Verifies the proof of work of a launch, if it needs one. Stores nothing: `spendProof` uses it up.
 * @param input.text the field `proofOfWork`
 * @param input.isExempt whether rate limits do not apply to the caller
 * @returns null if none is needed
 * @throws AppError proof_of_work_required, invalid_proof_of_work
 */
export async function requireProof({
  ctx,
  input: { chain, text, isExempt },
}: {
  ctx: Pick<ServiceContext, "proofs" | "settings">;
  input: { chain: ChainSlug; text: string | null; isExempt: boolean };
}): Promise<Proof | null> {
  if (isExempt || !needsProof(await ctx.settings.read(), chain)) return null;
  if (text === null) {
    const remedy = `Solve the challenge of GET /api/v1/${chain}/launch-challenge and send it as \`proofOfWork\`.`;
    const message = "is currently required";
    throw new AppError(
      "proof_of_work_required",
      `Launches currently need a proof of work. ${remedy} Nothing was queued.`,
      { details: [{ path: "proofOfWork", message, remedy }] },
    );
  }
  const proof = await ctx.proofs.verify(text, chain);
  if (typeof proof === "string") throw refusal(MESSAGES[proof]);
  return proof;
}

/**
 * Uses up a proof for one launch. A repeated request of the same launch may use it again.
 * @throws AppError invalid_proof_of_work if another launch has used it
 */
export async function spendProof({
  ctx,
  input: { proof, transactionId },
}: {
  ctx: Pick<ServiceContext, "spentProofs">;
  input: { proof: Proof; transactionId: string };
}): Promise<void> {
  if (!(await ctx.spentProofs.spend({ ...proof, transactionId }))) {
    throw refusal("was used for another launch");
  }
}

const MESSAGES = {
  malformed: "must be Base64 of the JSON object { challenge, solution }",
  expired: "has expired",
  forged: "has a challenge that this launchpad did not sign",
  wrong: "does not solve its challenge",
  other_chain: "is for another chain",
} as const satisfies Record<ProofRefusal, string>;

function refusal(message: string): AppError {
  const remedy = "Request a new challenge and solve it.";
  return new AppError("invalid_proof_of_work", `proofOfWork: ${message}. ${remedy}`, {
    details: [{ path: "proofOfWork", message, remedy }],
  });
}
