import type { OperationDocs } from "@/lib/operations/operation-docs";
import { CONFIG_EXAMPLES, HEALTH_EXAMPLES, READINESS_EXAMPLES } from "./examples";

/** Texts and examples of these operations. */
export const SYSTEM_DOCS = {
  getLiveness: {
    summary: "Get the health of the service",
    description:
      "Always returns 200. `checks.rpc`: the node of every configured chain responds with its chain id. " +
      "`checks.store`: the database and the rate-limit store respond.",
    examples: HEALTH_EXAMPLES,
  },
  getReadiness: {
    summary: "Get the readiness of the service",
    description:
      "Each check of `/livez`, the indexed block of each chain and the number of launches in progress. " +
      "Returns 503 while a check fails. The job engine is not a check: while it is down, launches wait " +
      "and everything else works.",
    examples: READINESS_EXAMPLES,
  },
  getConfig: {
    summary: "Get the chains and their capabilities",
    description:
      "The capabilities, contracts and limits of each chain, whether sandbox launches are accepted, " +
      "and what ETH is worth in US dollars on each chain.",
    examples: CONFIG_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
