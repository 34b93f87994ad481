import type { OperationDocs } from "@/lib/operations/operation-docs";
import { LAUNCH_EXAMPLES, PREPARE_EXAMPLES, STATUS_EXAMPLES } from "./examples";

/** Texts and examples of these operations. */
export const LAUNCH_DOCS = {
  launchMemecoin: {
    summary: "Launch a token",
    description:
      "Queues a launch. The service signs it and pays its gas. Returns a `jobId` to poll with " +
      "`launch-status`, and `expectedAddress`, the address of the token. Name at most one creator; " +
      "without one, the creator share goes to the server wallet. With an `Idempotency-Key` header, " +
      "the same body returns the first response for 24 hours, and another body returns 422. " +
      "`dryRun: true` validates, resolves and simulates, and queues nothing; the limit is 30 per " +
      "minute unless the operator has changed it. Send the key of the launch, before or after it, with a dry run to get its `expectedAddress`.",
    examples: LAUNCH_EXAMPLES,
  },
  prepareLaunch: {
    summary: "Prepare a launch that a wallet sends",
    description:
      "Takes the body of `launch-memecoin` plus `from`, the wallet that sends the launch and pays the " +
      "gas. Checks it like a launch, counts it against the same limit, and returns the calls for " +
      "`wallet_sendCalls` (ERC-5792), the token's address, the cost and a summary. The calls " +
      "contain a permit for this launch and this wallet, valid for 10 minutes. `firstBuyWei` " +
      "buys tokens for the " +
      "creator in the same transaction. Poll `launch-status` with the `jobId`: it is `waiting` until the " +
      "wallet has launched, and `failed` when the permit expired. With an `Idempotency-Key`, the same " +
      "body returns the calls of the same launch, with a new permit when the old one expires. One key " +
      "launches one token: if it was used for `launch-memecoin`, or the token exists, the response is " +
      "409. `dryRun: true` returns the cost without calls; with a key that has a launch, also the " +
      "address of its token.",
    examples: PREPARE_EXAMPLES,
  },
  getLaunchStatus: {
    summary: "Get the status of a launch",
    description:
      "`waiting` → `active` → `completed` or `failed`. A prepared launch is `waiting`, with the " +
      "`permit` that its wallet can use, until the token exists or the permit has expired. If " +
      "the transaction of a failed launch had been " +
      "broadcast, `transactionHash` is set. If it may still be mined, " +
      "`transactionMayHaveSucceeded` is true: check the block explorer before you launch again. " +
      "Without it, the transaction has reverted and there is no token.",
    examples: STATUS_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
