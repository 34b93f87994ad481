import { timingSafeEqual } from "node:crypto";
import type { ServiceContext } from "@/lib/context";
import type { CallerLimits } from "@/lib/http/limits/caller-limits";
import { isWithinLimit } from "@/lib/shared/is-within-limit";
import { hashCode, hashSecret } from "./email-secrets";
import type { ProvenIdentity } from "./rules/account";

/** An attacker can guess codes of many addresses, from many networks. */
const ALL = "all addresses";

/** Proof that the user can read the email: its link, or its code in the browser that requested it. */
export type EmailProof = { email: string; token: string } | { code: string; secret: string | null };

export type EmailProofResult =
  | { state: "proven"; identity: ProvenIdentity }
  | { state: "wrong_code" | "dead_code" | "dead_link" };

/**
 * Verifies a code or link of a sign-in email. A link works in any browser. A code works only in the
 * browser that requested the email and allows five attempts. After too many guesses for one address,
 * or wrong ones for all addresses, only links work, so guessing neither succeeds nor locks users out.
 */
export async function proveEmail({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "emailAttempts">;
  input: { proof: EmailProof } & Pick<CallerLimits, "limit" | "isUsedUp">;
}): Promise<EmailProofResult> {
  const { proof, limit, isUsedUp } = input;
  if ("token" in proof) {
    const { email, token } = proof;
    const isSpent = await ctx.emailAttempts.spendLink(hashSecret(token), email);
    return isSpent ? proven(email) : { state: "dead_link" };
  }
  const { code, secret } = proof;
  if (secret === null || (await isUsedUp("wrongCode", ALL))) return { state: "dead_code" };
  const id = hashSecret(secret);
  const attempt = await ctx.emailAttempts.countGuess(id);
  if (attempt === null) return { state: "dead_code" };
  const isCounted = await isWithinLimit(() => limit("codeGuess", `to:${attempt.email}`));
  if (!isCounted) return { state: "dead_code" };
  const isRight = timingSafeEqual(
    Buffer.from(attempt.codeHash),
    Buffer.from(hashCode(secret, code)),
  );
  if (!isRight) {
    const isLeft = await isWithinLimit(() => limit("wrongCode", ALL));
    return { state: isLeft ? "wrong_code" : "dead_code" };
  }
  return (await ctx.emailAttempts.spendCode(id)) ? proven(attempt.email) : { state: "dead_code" };
}

function proven(email: string): EmailProofResult {
  const identity = { type: "email", stableId: email, name: email, proofChainId: null } as const;
  return { state: "proven", identity };
}
