import type { OperationDocs } from "@/lib/operations/operation-docs";
import {
  CONFIG_EXAMPLES,
  HEALTH_EXAMPLES,
  LIVENESS_EXAMPLES,
  READINESS_EXAMPLES,
} from "./examples";

/** Texts and examples of these operations. */
export const SYSTEM_DOCS = {
  getLiveness: {
    summary: "Get the liveness of the process",
    description:
      "Always returns 200, quickly, even while other services hang or the process stops. `checks.rpc`: the " +
      "node of every configured chain responds with its chain id. `checks.store`: the database and the " +
      "rate-limit store respond.",
    examples: LIVENESS_EXAMPLES,
  },
  getReadiness: {
    summary: "Get the readiness of the process",
    description:
      "For load balancers. Returns 503 while this process cannot serve reads: its database does " +
      "not respond or is not migrated, routes are not loaded, or it is stopping. A chain, the rate-limit " +
      "store, the job engine and IPFS are not checks: reads continue without them.",
    examples: READINESS_EXAMPLES,
  },
  getHealth: {
    summary: "Get the health of the service",
    description:
      "Which capabilities work, why others do not and since when; the indexed block of each chain, its " +
      "launches in progress and its gas budget. Returns 200 whatever it reports, also while the process stops.",
    examples: HEALTH_EXAMPLES,
  },
  getConfig: {
    summary: "Get the chains and their capabilities",
    description:
      "The capabilities, contracts and limits of each chain, whether sandbox launches are accepted, " +
      "and what ETH is worth in US dollars on each chain.",
    examples: CONFIG_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
