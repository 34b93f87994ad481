import type { OperationDocs } from "@/lib/operations/operation-docs";
import { CHALLENGE_EXAMPLES } from "./examples";

/** Texts and examples of these operations. */
export const PROOF_DOCS = {
  getLaunchChallenge: {
    summary: "Get a challenge for the proof of work of a launch",
    description:
      "While 80% of a chain's gas budget is used, or while the operator requires it, launches that the " +
      "service pays for need a proof of work: a few seconds of computing, and no account. Without one, " +
      "`launch-memecoin` returns 403 `proof_of_work_required`. Solve the challenge, which is in the format " +
      "of ALTCHA, and send it with its solution as `proofOfWork` in the body of the launch. A challenge is " +
      "valid for 10 minutes, for one chain and one launch: a second launch with it returns 400 " +
      "`invalid_proof_of_work`, except the same launch with the same `Idempotency-Key`. Dry runs and prepared launches need " +
      "none, and neither do callers that the operator exempts from rate limits. The TypeScript client and " +
      "the CLI solve it automatically. The limit is that of dry runs.",
    examples: CHALLENGE_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
