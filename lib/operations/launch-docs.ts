import { LAUNCH_EXAMPLES, STATUS_EXAMPLES } from "./launch-examples";
import type { OperationDocs } from "./operation-docs";

/** What the documents say of these operations. */
export const LAUNCH_DOCS = {
  launchMemecoin: {
    summary: "Launch a token",
    description:
      "Queues a launch that the service signs and pays for. Answers a `jobId` to poll with " +
      "`launch-status`, and `expectedAddress`, where the token will stand. At most one creator " +
      "identity; without one the creator fees go to the service's wallet. With an `Idempotency-Key` " +
      "header the same body answers the first answer for 24 hours, another body is refused with 422. " +
      "`dryRun: true` validates, resolves and simulates, and queues nothing; 30 of them a minute. With " +
      "the key that the launch will be sent with it tells the launch's own `expectedAddress`.",
    examples: LAUNCH_EXAMPLES,
  },
  getLaunchStatus: {
    summary: "Get the status of a launch",
    description:
      "`waiting` → `active` → `completed` or `failed`. A failed launch whose transaction had been " +
      "sent keeps its hash and says `transactionMayHaveSucceeded`; look at the explorer first.",
    examples: STATUS_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
