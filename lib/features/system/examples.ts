import { sharedPoolKey } from "@/lib/features/trade/rules/pool-key";
import { UNIVERSAL_ROUTERS } from "@/lib/features/trade/rules/universal-router";
import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationExamples } from "@/lib/operations/operation-docs";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";

const liveness = {
  success: true,
  status: "ok",
  serverWallet: EXAMPLE.service,
  checks: { rpc: true, store: true },
};

export const LIVENESS_EXAMPLES = {
  response: liveness,
  otherResponses: {
    degraded: { ...liveness, status: "degraded", checks: { rpc: true, store: false } },
  },
} satisfies OperationExamples;

/** A response that is not ready is 503, so it is documented separately. */
export const READINESS_EXAMPLES = {
  response: {
    success: true,
    ready: true,
    checks: { database: true, migrations: true, routes: true, accepting: true },
    reasons: [],
  },
} satisfies OperationExamples;

const working = { state: "ok", reason: null, since: null };

export const HEALTH_EXAMPLES = {
  response: {
    ...liveness,
    status: "degraded",
    checks: { rpc: false, store: true },
    capabilities: [
      { capability: "reads", chain: null, ...working },
      { capability: "signIn", chain: null, ...working },
      { capability: "uploads", chain: null, ...working },
      {
        capability: "launches",
        chain: EXAMPLE.chain,
        state: "degraded",
        reason: "No node of Base Sepolia responds.",
        since: EXAMPLE.createdAt,
      },
      { capability: "tokenData", chain: EXAMPLE.chain, ...working },
    ],
    parts: { database: true, limiter: true, engine: true, ipfs: null },
    nodes: [{ chain: EXAMPLE.chain, answers: false }],
    indexer: [
      {
        chain: EXAMPLE.chain,
        head: 1_207,
        indexed: 1_207,
        lag: 0,
        eventsPerSecond: 3.4,
        updatedAt: EXAMPLE.createdAt,
      },
    ],
    queue: [{ chain: EXAMPLE.chain, waiting: 2, active: 1, averageSeconds: 1.8, missingNonces: 0 }],
    budgets: [
      {
        chain: EXAMPLE.chain,
        hour: { spentWei: "1200000000000000", limitWei: "20000000000000000" },
        day: { spentWei: "9400000000000000", limitWei: "66000000000000000" },
      },
    ],
  },
} satisfies OperationExamples;

const CONTRACTS = {
  poolManager: "0x498581fF718922c3f8e6A244956aF099B2652b2b",
  universalRouter: "0x492E6456D9528771018DeB9E87ef7750EF184104",
  permit2: "0x000000000022D473030F116dDEE9F6B43aC78BA3",
  v4Quoter: "0x4A6513c898fe1B2d0E78d3b0e0A4a151589B1cBa",
  stateView: "0x571291b572ed32ce6751a2Cb2486EbEe8DEfB9B4",
  launchHook: EXAMPLE.launchHook,
  launchLens: EXAMPLE.manager,
  managerFactory: EXAMPLE.ada,
};

export const CONFIG_EXAMPLES = {
  response: {
    success: true,
    sandbox: true,
    mailbox: true,
    walletConnectProjectId: null,
    names: true,
    usernameLookup: { twitter: true, farcaster: true },
    marketCapUsdc: { default: "4000000000", min: "100000000", max: "1000000000000000" },
    chains: CHAIN_SLUGS.map((slug) => {
      const { chainId, name, nativeCurrency, blockExplorerUrl } = CHAINS[slug];
      return {
        slug,
        chainId,
        name,
        nativeCurrency,
        blockExplorerUrl,
        sandbox: true,
        tokenData: true,
        ethUsd: { value: "2481.37", updatedAt: EXAMPLE.createdAt },
        contracts: CONTRACTS,
        generations: [
          {
            launchHook: CONTRACTS.launchHook,
            launchLens: CONTRACTS.launchLens,
            managerFactory: CONTRACTS.managerFactory,
          },
        ],
        universalRouterVersion: UNIVERSAL_ROUTERS[slug].version,
        poolKey: { ...sharedPoolKey(EXAMPLE.launchHook), currency1: null },
        capabilities: {
          feeSplitLaunch: true,
          existingManager: true,
          standaloneManager: true,
          serviceFundedLaunch: true,
          walletFundedLaunch: true,
          launchProtection: true,
        },
        launching: { paused: false, message: null, proofOfWork: false },
        accountTrading: true,
      };
    }),
  },
} satisfies OperationExamples;
