import { createProofs, type Proofs } from "@/lib/drivers/proof/create-proofs";
import {
  createSpentProofs,
  type SpentProofs,
} from "@/lib/features/proof/store/create-spent-proofs";
import type { Connections } from "./connections";
import type { Core } from "./core";
import { derivedSecret } from "./secrets";

/** Proof of work of anonymous launches. */
export type ProofModule = { proofs: Proofs; spentProofs: SpentProofs };

export function createProofModule(
  core: Pick<Core, "env" | "clock">,
  connections: Connections,
): ProofModule {
  const { env, clock } = core;
  return {
    proofs: createProofs({
      cost: env.PROOF_OF_WORK_COST,
      // A derived secret, so that nothing else that the session secret signs is a valid challenge.
      openSecret: derivedSecret(core, connections, `proof of work ${env.realm}`),
      now: () => clock.now(),
    }),
    spentProofs: createSpentProofs(connections.db, () => clock.now()),
  };
}
