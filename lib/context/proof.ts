import { createHmac } from "node:crypto";
import { createProofs, type Proofs } from "@/lib/drivers/proof/create-proofs";
import {
  createSpentProofs,
  type SpentProofs,
} from "@/lib/features/proof/store/create-spent-proofs";
import { memoizeAsync } from "@/lib/support/memoize-async";
import type { Connections } from "./connections";
import type { Core } from "./core";
import { sessionSecretOf } from "./users";

/** Proof of work of anonymous launches. */
export type ProofModule = { proofs: Proofs; spentProofs: SpentProofs };

export function createProofModule(
  core: Pick<Core, "env" | "clock">,
  connections: Connections,
): ProofModule {
  const { env, clock } = core;
  const openSecret = sessionSecretOf(core, connections);
  return {
    proofs: createProofs({
      cost: env.PROOF_OF_WORK_COST,
      // A derived secret, so that nothing else that the session secret signs is a valid challenge.
      openSecret: memoizeAsync(async () =>
        createHmac("sha256", await openSecret())
          .update(`proof of work ${env.realm}`)
          .digest("base64url"),
      ),
      now: () => clock.now(),
    }),
    spentProofs: createSpentProofs(connections.db, () => clock.now()),
  };
}
