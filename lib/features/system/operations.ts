import { noBody, nothing, operation } from "@/lib/operations/operation";
import { config, health, liveness, readiness } from "./schema";

const shared = {
  method: "GET",
  api: "launch",
  params: nothing,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  limit: null,
  cache: null,
  errors: ["internal_error", "rate_limited"],
} as const;

/** Liveness: the process runs. Always 200, also while it stops and to a caller beyond its limits. */
export const getLiveness = operation({
  ...shared,
  id: "getLiveness",
  path: "/livez",
  errors: ["internal_error"],
  response: liveness,
});

/** Readiness for load balancers: 503 while this process cannot serve reads. */
export const getReadiness = operation({
  ...shared,
  id: "getReadiness",
  path: "/readyz",
  response: readiness,
  statusOf: ({ ready }) => (ready ? 200 : 503),
  otherStatuses: { 503: "This process cannot serve reads; see `reasons`" },
});

/** Health: the state of each capability, with the reason of a failure. 200 whatever it reports, also while the process stops. */
export const getHealth = operation({
  ...shared,
  id: "getHealth",
  path: "/healthz",
  response: health,
});

/** Chains of this deployment and their capabilities. */
export const getConfig = operation({
  ...shared,
  id: "getConfig",
  path: "/api/v1/config",
  response: config,
});
