import { config, health, readiness } from "../schemas/system";
import { noBody, nothing, operation } from "./operation";
import { CONFIG_EXAMPLES, HEALTH_EXAMPLES, READINESS_EXAMPLES } from "./system-examples";

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

/** Liveness with the state of what the service depends on; always 200. */
export const getLiveness = operation({
  ...shared,
  id: "getLiveness",
  path: "/livez",
  summary: "Get the health of the service",
  description:
    "Always 200. `checks.rpc`: every configured chain answers with its own chain id. " +
    "`checks.store`: the database and the rate-limit store answer.",
  response: health,
  examples: HEALTH_EXAMPLES,
});

/** Readiness for load balancers: 503 while a check fails. */
export const getReadiness = operation({
  ...shared,
  id: "getReadiness",
  path: "/readyz",
  summary: "Get the readiness of the service",
  description:
    "The body of `/livez` part by part, with how far each chain is indexed and how many launches " +
    "are under way; status 503 while a check fails. The job engine is no check: without it " +
    "launches wait, everything else answers.",
  response: readiness,
  examples: READINESS_EXAMPLES,
  statusOf: ({ status }) => (status === "ok" ? 200 : 503),
  otherStatuses: { 503: "A check fails; `checks` says which" },
});

/** What this deployment offers on which chain. */
export const getConfig = operation({
  ...shared,
  id: "getConfig",
  path: "/api/v1/config",
  summary: "Get the chains and their capabilities",
  description:
    "The authority for what each chain can do, and whether sandbox launches are accepted.",
  response: config,
  examples: CONFIG_EXAMPLES,
});
