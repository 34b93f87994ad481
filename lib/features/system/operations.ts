import { noBody, nothing, operation } from "@/lib/operations/operation";
import { config, health, readiness } from "./schema";

const shared = {
  method: "GET",
  interface: "launch",
  params: nothing,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  limit: null,
  cache: null,
  errors: ["internal_error"],
} as const;

/** Liveness with the state of the dependencies; always 200. */
export const getLiveness = operation({
  ...shared,
  id: "getLiveness",
  path: "/livez",
  response: health,
});

/** Readiness for load balancers: 503 while a check fails. */
export const getReadiness = operation({
  ...shared,
  id: "getReadiness",
  path: "/readyz",
  response: readiness,
  statusOf: ({ status }) => (status === "ok" ? 200 : 503),
  otherStatuses: { 503: "A check fails; see `checks`" },
});

/** Chains of this deployment and their capabilities. */
export const getConfig = operation({
  ...shared,
  id: "getConfig",
  path: "/api/v1/config",
  response: config,
});
