import {
  launchAnswer,
  launchParams,
  launchRequest,
  launchStatus,
  statusParams,
} from "../schemas/launch";
import { LAUNCH_EXAMPLES, STATUS_EXAMPLES } from "./launch-examples";
import { noBody, nothing, operation } from "./operation";

/** B: queue a token launch. */
export const launchMemecoin = operation({
  id: "launchMemecoin",
  interface: "launch",
  method: "POST",
  path: "/api/v1/{chain}/launch-memecoin",
  summary: "Launch a token",
  description:
    "Queues a launch that the service signs and pays for. Answers a `jobId` to poll with " +
    "`launch-status`, and `expectedAddress`, where the token will stand. At most one creator " +
    "identity; without one the creator fees go to the service's wallet. With an `Idempotency-Key` " +
    "header the same body answers the first answer for 24 hours, another body is refused with 422. " +
    "`dryRun: true` validates, resolves and simulates, and queues nothing; 30 of them a minute. With " +
    "the key that the launch will be sent with it tells the launch's own `expectedAddress`.",
  params: launchParams,
  query: nothing,
  body: launchRequest,
  bodyBytesMax: 64 * 1024,
  response: launchAnswer,
  limit: { policy: "launch", when: "admission" },
  cache: null,
  errors: [
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
    "idempotency_key_reused",
    "rate_limited",
    "internal_error",
    "dependency_unavailable",
  ],
  examples: LAUNCH_EXAMPLES,
});

/** B: the state of a launch. */
export const getLaunchStatus = operation({
  id: "getLaunchStatus",
  interface: "launch",
  method: "GET",
  path: "/api/v1/launch-status/{jobId}",
  summary: "Get the status of a launch",
  description:
    "`waiting` → `active` → `completed` or `failed`. A failed launch whose transaction had been " +
    "sent keeps its hash and says `transactionMayHaveSucceeded`; look at the explorer first.",
  params: statusParams,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: launchStatus,
  limit: null,
  cache: null,
  errors: ["invalid_parameters", "job_not_found", "internal_error"],
  examples: STATUS_EXAMPLES,
});
