import { noBody, nothing, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import { launchChallenge } from "./schema";

/** Launch API: a challenge for the proof of work of a launch. */
export const getLaunchChallenge = operation({
  id: "getLaunchChallenge",
  api: "launch",
  method: "GET",
  path: "/api/v1/{chain}/launch-challenge",
  params: chainParams,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: launchChallenge,
  // Each challenge costs an attempt of the work.
  limit: { policy: "dryRun", when: "first" },
  cache: null,
  errors: [
    "invalid_parameters",
    "unsupported_chain",
    "rate_limited",
    "dependency_unavailable",
    "internal_error",
  ],
});
