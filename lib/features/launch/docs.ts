import type { OperationDocs } from "@/lib/operations/operation-docs";
import { LAUNCH_EXAMPLES, STATUS_EXAMPLES } from "./examples";

/** Texts and examples of these operations. */
export const LAUNCH_DOCS = {
  launchMemecoin: {
    summary: "Launch a token",
    description:
      "Queues a launch. The service signs it and pays its gas. Returns a `jobId` to poll with " +
      "`launch-status`, and `expectedAddress`, the address of the token. Name at most one creator; " +
      "without one, the creator fees go to the service's wallet. With an `Idempotency-Key` header, " +
      "the same body returns the first response for 24 hours, and another body returns 422. " +
      "`dryRun: true` validates, resolves and simulates, and queues nothing; the limit is 30 per " +
      "minute. Send the key of the later launch with a dry run to get its `expectedAddress`.",
    examples: LAUNCH_EXAMPLES,
  },
  getLaunchStatus: {
    summary: "Get the status of a launch",
    description:
      "`waiting` → `active` → `completed` or `failed`. If the transaction of a failed launch had been " +
      "broadcast, `transactionHash` is set and `transactionMayHaveSucceeded` is true: check the " +
      "block explorer before you launch again.",
    examples: STATUS_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
