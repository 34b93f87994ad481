import type { OperationDocs } from "@/lib/operations/operation-docs";
import { FEE_SPLIT_MANAGER_EXAMPLES, REVENUE_MANAGER_EXAMPLES } from "./examples";

const SYNCHRONOUS =
  "Returns when the transaction is mined, after at most 60 seconds; then 504 with `txHash`. With an " +
  "`Idempotency-Key`, a retried request never creates a second manager.";

/** Texts and examples of these operations. */
export const MANAGER_DOCS = {
  createRevenueManager: {
    summary: "Create a revenue manager",
    description: `Creates a manager that takes \`protocolFee\` basis points of the creator share of each token that launches with it. ${SYNCHRONOUS}`,
    examples: REVENUE_MANAGER_EXAMPLES,
  },
  createFeeSplitManager: {
    summary: "Create a fee split manager",
    description: `Creates a manager that shares the fees of each token that launches with it among up to 100 recipients. On robinhood, its owner can change the shares later. ${SYNCHRONOUS}`,
    examples: FEE_SPLIT_MANAGER_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
