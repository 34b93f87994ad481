import type { OperationDocs } from "./operation-docs";
import { CONFIG_EXAMPLES, HEALTH_EXAMPLES, READINESS_EXAMPLES } from "./system-examples";

/** What the documents say of these operations. */
export const SYSTEM_DOCS = {
  getLiveness: {
    summary: "Get the health of the service",
    description:
      "Always 200. `checks.rpc`: every configured chain answers with its own chain id. " +
      "`checks.store`: the database and the rate-limit store answer.",
    examples: HEALTH_EXAMPLES,
  },
  getReadiness: {
    summary: "Get the readiness of the service",
    description:
      "The body of `/livez` part by part, with how far each chain is indexed and how many launches " +
      "are under way; status 503 while a check fails. The job engine is no check: without it " +
      "launches wait, everything else answers.",
    examples: READINESS_EXAMPLES,
  },
  getConfig: {
    summary: "Get the chains and their capabilities",
    description:
      "The authority for what each chain can do, and whether sandbox launches are accepted. " +
      "`ethUsd` is what ETH is worth in US dollars on each chain.",
    examples: CONFIG_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
