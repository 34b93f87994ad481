import { nothing, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import {
  feeSplitManagerAnswer,
  feeSplitManagerRequest,
  revenueManagerAnswer,
  revenueManagerRequest,
} from "./schema";

const shared = {
  api: "launch",
  method: "POST",
  params: chainParams,
  query: nothing,
  bodyBytesMax: 64 * 1024,
  limit: { policy: "manager", when: "service" },
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
  "budget_exhausted",
  "wallet_blocked",
  "dependency_unavailable",
  "transaction_pending",
] as const;

/** Launch API: create a revenue manager. */
export const createRevenueManager = operation({
  ...shared,
  id: "createRevenueManager",
  path: "/api/v1/{chain}/create-revenue-manager",
  body: revenueManagerRequest,
  response: revenueManagerAnswer,
  errors: [...errors, "invalid_protocol_fee"],
});

/** Launch API: create a fee split manager. */
export const createFeeSplitManager = operation({
  ...shared,
  id: "createFeeSplitManager",
  path: "/api/v1/{chain}/create-fee-split-manager",
  body: feeSplitManagerRequest,
  response: feeSplitManagerAnswer,
  errors: [...errors, "invalid_recipient", "duplicate_recipients"],
});
