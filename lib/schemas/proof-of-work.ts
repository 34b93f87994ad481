import { z } from "zod";
import { CHAIN_SLUGS } from "../shared/chains";

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));

/** A challenge in the format of ALTCHA, version 2. */
export const proofChallenge = z
  .strictObject({
    parameters: z.strictObject({
      algorithm: z.literal("PBKDF2/SHA-256"),
      cost: z.number().int().positive().meta({ description: "Iterations of PBKDF2." }),
      data: z.strictObject({ chain: z.enum(CHAIN_SLUGS) }),
      expiresAt: z.number().int().positive().meta({ description: "In Unix seconds." }),
      keyLength: z.number().int().min(16).max(64).meta({ description: "In bytes." }),
      keyPrefix: z.string().regex(/^[0-9a-f]{2,128}$/),
      keySignature: hex(32),
      nonce: hex(16),
      salt: hex(16),
    }),
    signature: hex(32),
  })
  .meta({
    description:
      "Find the smallest `counter` from 0 for which PBKDF2-HMAC-SHA-256 of the bytes of `nonce` and the " +
      "counter as 4 bytes (big-endian), with `salt`, `cost` iterations and `keyLength` bytes, starts with " +
      "`keyPrefix` in hex.",
  });
export type ProofChallenge = z.output<typeof proofChallenge>;

/** Content of `proofOfWork`. */
export const proofSolution = z.strictObject({
  challenge: proofChallenge,
  solution: z.strictObject({
    counter: z.number().int().min(0).max(0xffffffff),
    derivedKey: z.string().regex(/^(?:[0-9a-f]{2}){1,64}$/),
    /** How long it took, which solvers of ALTCHA add. */
    time: z.number().optional(),
  }),
});
