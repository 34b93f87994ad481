export const LIVENESS = "/livez";
/** Requests of load balancers and monitoring. */
export const PROBES: ReadonlySet<string> = new Set([LIVENESS, "/readyz", "/healthz", "/metrics"]);
/** Answered until the process ends: a supervisor would end it, with the requests that it still serves. */
export const SERVED_WHILE_STOPPING: ReadonlySet<string> = new Set([LIVENESS, "/healthz"]);
