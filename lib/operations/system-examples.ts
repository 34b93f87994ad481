import { CHAIN_SLUGS, CHAINS } from "../domain/chains";
import { EXAMPLE } from "./example-values";
import type { OperationExamples } from "./operation";

const health = {
  success: true,
  status: "ok",
  serverWallet: EXAMPLE.service,
  checks: { rpc: true, store: true },
};

export const HEALTH_EXAMPLES = {
  response: health,
  otherResponses: {
    degraded: { ...health, status: "degraded", checks: { rpc: true, store: false } },
  },
} satisfies OperationExamples;

/** A readiness that is degraded has a status of its own. */
export const READINESS_EXAMPLES = { response: health } satisfies OperationExamples;

export const CONFIG_EXAMPLES = {
  response: {
    success: true,
    sandbox: true,
    chains: CHAIN_SLUGS.map((slug) => {
      const { chainId, name, nativeCurrency, blockExplorerUrl } = CHAINS[slug];
      return {
        slug,
        chainId,
        name,
        nativeCurrency,
        blockExplorerUrl,
        capabilities: { feeSplitLaunch: true, existingManager: true, standaloneManager: true },
      };
    }),
  },
} satisfies OperationExamples;
