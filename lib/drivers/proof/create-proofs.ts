import { createHmac, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import { PROOF_ATTEMPTS, PROOF_SECONDS } from "../../features/proof/rules/proof-of-work";
import { type ProofChallenge, proofSolution } from "../../schemas/proof-of-work";
import type { ChainSlug } from "../../shared/chains";

/** A solved challenge; `id` is unique. */
export type Proof = { id: string; expiresAt: Date };
export type ProofRefusal = "malformed" | "expired" | "forged" | "wrong" | "other_chain";

/** Challenges in the format of ALTCHA. Nothing is stored: every server with the same secret verifies. */
export type Proofs = {
  challenge(chain: ChainSlug): Promise<ProofChallenge>;
  /** @param text Base64 of the JSON `{ challenge, solution }` */
  verify(text: string, chain: ChainSlug): Promise<Proof | ProofRefusal>;
};

const ALGORITHM = "PBKDF2/SHA-256";
const isBase64 = z.base64();

/**
 * @param options.cost iterations of each attempt
 * @param options.openSecret secret that all web servers share
 */
export function createProofs(options: {
  cost: number;
  openSecret: () => Promise<string>;
  now: () => Date;
}): Proofs {
  const { cost, openSecret, now } = options;
  const secrets = async () => {
    const secret = await openSecret();
    const derive = (use: string) => createHmac("sha256", secret).update(use).digest("base64url");
    return {
      hmacSignatureSecret: derive("challenge"),
      // The server knows the solution, so it verifies without repeating the work.
      hmacKeySignatureSecret: derive("key"),
    };
  };
  return {
    async challenge(chain) {
      const { parameters, signature = "" } = await createChallenge({
        algorithm: ALGORITHM,
        cost,
        counter: randomInt(PROOF_ATTEMPTS.min, PROOF_ATTEMPTS.max),
        data: { chain },
        deriveKey,
        expiresAt: Math.floor(now().getTime() / 1_000) + PROOF_SECONDS,
        ...(await secrets()),
      });
      const { nonce, salt, keyLength, keyPrefix, keySignature = "", expiresAt = 0 } = parameters;
      return {
        parameters: {
          algorithm: ALGORITHM,
          cost,
          data: { chain },
          expiresAt,
          keyLength,
          keyPrefix,
          keySignature,
          nonce,
          salt,
        },
        signature,
      };
    },
    async verify(text, chain) {
      const parsed = proofSolution.safeParse(readJson(text));
      if (!parsed.success) return "malformed";
      const { challenge, solution } = parsed.data;
      const { data, nonce, expiresAt } = challenge.parameters;
      // By our clock, which tests can set; the library has its own.
      if (expiresAt * 1_000 <= now().getTime()) return "expired";
      const result = await verifySolution({ challenge, solution, deriveKey, ...(await secrets()) });
      if (result.expired) return "expired";
      if (result.invalidSignature) return "forged";
      if (!result.verified) return "wrong";
      return data.chain === chain
        ? { id: nonce, expiresAt: new Date(expiresAt * 1_000) }
        : "other_chain";
    },
  };
}

function readJson(text: string): unknown {
  if (!isBase64.safeParse(text).success) return null;
  try {
    return JSON.parse(Buffer.from(text, "base64").toString("utf8"));
  } catch {
    // Not JSON: malformed, like anything else that the schema rejects.
    return null;
  }
}
