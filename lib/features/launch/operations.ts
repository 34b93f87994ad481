import { noBody, nothing, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import { launchAnswer, launchStatus, statusParams } from "./schema/answers";
import { prepareLaunchAnswer, prepareLaunchRequest } from "./schema/prepare";
import { launchRequest } from "./schema/request";

/** Errors of a launch by any sender. */
const LAUNCH_ERRORS = [
  "creator_blocked",
  "content_removed",
  "missing_fields",
  "invalid_body",
  "invalid_parameters",
  "paused_feature",
  "treasury_conflict",
  "invalid_recipient",
  "invalid_video",
  "duplicate_recipients",
  "unsupported_chain",
  "unsupported_operation",
  "invalid_idempotency_key",
  "request_timeout",
  "payload_too_large",
  "unsupported_media_type",
  "launch_conflict",
  "idempotency_key_reused",
  "rate_limited",
  "internal_error",
  "launching_paused",
  "dependency_unavailable",
] as const;

/** Launch API: queue a token launch. */
export const launchMemecoin = operation({
  id: "launchMemecoin",
  api: "launch",
  method: "POST",
  path: "/api/v1/{chain}/launch-memecoin",
  params: chainParams,
  query: nothing,
  body: launchRequest,
  bodyBytesMax: 64 * 1024,
  response: launchAnswer,
  limit: { policy: "launch", when: "service" },
  simulation: "launch",
  cache: null,
  errors: [
    ...LAUNCH_ERRORS,
    "proof_of_work_required",
    "invalid_proof_of_work",
    "budget_exhausted",
    "wallet_blocked",
  ],
});

/** Launch API: calls with which a wallet launches a token and pays for it. */
export const prepareLaunch = operation({
  id: "prepareLaunch",
  api: "launch",
  method: "POST",
  path: "/api/v1/{chain}/prepare-launch",
  params: chainParams,
  query: nothing,
  body: prepareLaunchRequest,
  bodyBytesMax: 64 * 1024,
  response: prepareLaunchAnswer,
  limit: { policy: "launch", when: "service" },
  simulation: "launch",
  cache: null,
  errors: [...LAUNCH_ERRORS, "storage_full"],
});

/** Launch API: the state of a launch. */
export const getLaunchStatus = operation({
  id: "getLaunchStatus",
  api: "launch",
  method: "GET",
  path: "/api/v1/launch-status/{jobId}",
  params: statusParams,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: launchStatus,
  limit: { policy: "status", when: "first" },
  cache: null,
  errors: ["invalid_parameters", "job_not_found", "rate_limited", "internal_error"],
});
