import { launchParams } from "../schemas/launch";
import {
  feeSplitManagerAnswer,
  feeSplitManagerRequest,
  revenueManagerAnswer,
  revenueManagerRequest,
} from "../schemas/managers";
import { FEE_SPLIT_MANAGER_EXAMPLES, REVENUE_MANAGER_EXAMPLES } from "./manager-examples";
import { nothing, operation } from "./operation";

const shared = {
  interface: "launch",
  method: "POST",
  params: launchParams,
  query: nothing,
  bodyBytesMax: 64 * 1024,
  limit: { policy: "manager", when: "admission" },
  cache: null,
} as const;

const errors = [
  "invalid_body",
  "invalid_parameters",
  "unsupported_chain",
  "unsupported_operation",
  "invalid_idempotency_key",
  "request_timeout",
  "payload_too_large",
  "unsupported_media_type",
  "idempotency_key_reused",
  "rate_limited",
  "internal_error",
  "dependency_unavailable",
  "transaction_pending",
] as const;

const SYNCHRONOUS =
  "Answers once the transaction is mined, after 60 seconds at most; past that 504 with `txHash`. " +
  "With an `Idempotency-Key` a retried request never makes a second manager.";

/** B: make a revenue manager. */
export const createRevenueManager = operation({
  ...shared,
  id: "createRevenueManager",
  path: "/api/v1/{chain}/create-revenue-manager",
  summary: "Create a revenue manager",
  description: `Takes \`protocolFee\` basis points out of the creator share of the tokens that launch with it. ${SYNCHRONOUS}`,
  body: revenueManagerRequest,
  response: revenueManagerAnswer,
  errors: [...errors, "invalid_protocol_fee"],
  examples: REVENUE_MANAGER_EXAMPLES,
});

/** B: make a fee split manager. */
export const createFeeSplitManager = operation({
  ...shared,
  id: "createFeeSplitManager",
  path: "/api/v1/{chain}/create-fee-split-manager",
  summary: "Create a fee split manager",
  description: `Shares the fees of the tokens that launch with it among up to 100 recipients. On robinhood its owner can change the shares later. ${SYNCHRONOUS}`,
  body: feeSplitManagerRequest,
  response: feeSplitManagerAnswer,
  errors: [...errors, "invalid_recipient", "duplicate_recipients"],
  examples: FEE_SPLIT_MANAGER_EXAMPLES,
});
