import { timingSafeEqual } from "node:crypto";
import type { ServiceContext } from "@/lib/context";
import type { CallerLimits } from "@/lib/http/limits/caller-limits";
import { toAppError } from "@/lib/shared/errors";
import { hashCode, hashSecret } from "./email-secrets";
import type { ProvenIdentity } from "./rules/account";

/** What somebody who reads the mail sends: its link, or its code from the browser that asked. */
export type EmailProof = { email: string; token: string } | { code: string; secret: string | null };

export type EmailProofResult =
  | { state: "proven"; identity: ProvenIdentity }
  | { state: "wrong_code" | "dead_code" | "dead_link" };

/**
 * Whose mail this is. A link is good in any browser, a code only in the one that asked for the mail:
 * there it can be tried five times. An address whose codes are guessed at too often is left
 * with its links, so that guessing gains nothing and locks nobody out.
 */
export async function proveEmail({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "emailAttempts">;
  input: { proof: EmailProof; limit: CallerLimits["limit"] };
}): Promise<EmailProofResult> {
  const { proof, limit } = input;
  if ("token" in proof) {
    const { email, token } = proof;
    const isSpent = await ctx.emailAttempts.spendLink(hashSecret(token), email);
    return isSpent ? proven(email) : { state: "dead_link" };
  }
  const { code, secret } = proof;
  if (secret === null) return { state: "dead_code" };
  const id = hashSecret(secret);
  const attempt = await ctx.emailAttempts.countGuess(id);
  if (attempt === null) return { state: "dead_code" };
  try {
    await limit("codeGuess", `to:${attempt.email}`);
  } catch (error) {
    if (toAppError(error).code !== "rate_limited") throw error;
    return { state: "dead_code" };
  }
  const isRight = timingSafeEqual(
    Buffer.from(attempt.codeHash),
    Buffer.from(hashCode(secret, code)),
  );
  if (!isRight) return { state: "wrong_code" };
  return (await ctx.emailAttempts.spendCode(id)) ? proven(attempt.email) : { state: "dead_code" };
}

function proven(email: string): EmailProofResult {
  const identity = { type: "email", stableId: email, name: email, proofChainId: null } as const;
  return { state: "proven", identity };
}
