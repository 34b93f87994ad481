import { FEE_SPLIT_MANAGER_EXAMPLES, REVENUE_MANAGER_EXAMPLES } from "./manager-examples";
import type { OperationDocs } from "./operation-docs";

const SYNCHRONOUS =
  "Answers once the transaction is mined, after 60 seconds at most; past that 504 with `txHash`. " +
  "With an `Idempotency-Key` a retried request never makes a second manager.";

/** What the documents say of these operations. */
export const MANAGER_DOCS = {
  createRevenueManager: {
    summary: "Create a revenue manager",
    description: `Takes \`protocolFee\` basis points out of the creator share of the tokens that launch with it. ${SYNCHRONOUS}`,
    examples: REVENUE_MANAGER_EXAMPLES,
  },
  createFeeSplitManager: {
    summary: "Create a fee split manager",
    description: `Shares the fees of the tokens that launch with it among up to 100 recipients. On robinhood its owner can change the shares later. ${SYNCHRONOUS}`,
    examples: FEE_SPLIT_MANAGER_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
