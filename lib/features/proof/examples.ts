import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationExamples } from "@/lib/operations/operation-docs";

const { chain, createdAt } = EXAMPLE;

export const CHALLENGE_EXAMPLES = {
  params: { chain },
  response: {
    success: true,
    required: true,
    challenge: {
      parameters: {
        algorithm: "PBKDF2/SHA-256",
        cost: 5_000,
        data: { chain },
        expiresAt: createdAt + 600,
        keyLength: 32,
        keyPrefix: "267252346de730889c161ba5763b91ed",
        keySignature: "224495e10971524ee82feaa62b703471d5749fcde5074d26126200f8c8926877",
        nonce: "7ba48ebb1f114828df85934c1afb166d",
        salt: "ab6efd29d15e640854bad7fffddfb4a0",
      },
      signature: "dbfdddc28f35d708b9fd0fadf5866473b8528b3b2831445f7875b28cd0a04d1e",
    },
  },
  otherResponses: { notRequired: { success: true, required: false, challenge: null } },
} satisfies OperationExamples;
