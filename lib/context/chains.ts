import type { Hex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { type ChainGuard, createChainGuard } from "@/lib/drivers/chain/chain-guard";
import { createFaucet, type Faucet } from "@/lib/drivers/chain/create-faucet";
import { createLaunchChain, type LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { createRpcRelay, type RpcRelay } from "@/lib/drivers/chain/create-rpc-relay";
import { deploymentPath } from "@/lib/drivers/chain/deployment-path";
import { loadDeployment } from "@/lib/drivers/chain/load-deployment";
import { type Env, required } from "@/lib/env";
import { deploymentHash } from "@/lib/features/chains/rules/deployment-hash";
import {
  type ChainIdentities,
  createChainIdentities,
} from "@/lib/features/chains/store/create-chain-identities";
import type { Log } from "@/lib/log";
import type { Deployment } from "@/lib/schemas/deployment";
import { CHAIN_SLUGS, CHAINS, type ChainSlug, chainVariable } from "@/lib/shared/chains";
import type { Connections } from "./connections";
import type { Core } from "./core";

/** The configured chains. */
export type ChainModule = {
  /** Chains with a deployment. */
  chains: Partial<Record<ChainSlug, LaunchChain>>;
  /** JSON-RPC proxy of each chain for pages. */
  relays: Partial<Record<ChainSlug, RpcRelay>>;
  /** Checks which chain the RPC URLs of each chain serve. */
  guards: Partial<Record<ChainSlug, ChainGuard>>;
  /** The chains that the database belongs to. */
  chainIdentities: ChainIdentities;
  /** Sandbox chains only. */
  faucets: Partial<Record<ChainSlug, Faucet>>;
  serverWallet: `0x${string}`;
};

/** A chain with RPC URLs; `deployment` is null until contracts are deployed on it. */
type Configured = {
  chain: ChainSlug;
  rpcUrls: readonly string[];
  deployment: Deployment | null;
  guard: ChainGuard;
};

export function createChainModule(
  { env, log, clock }: Pick<Core, "env" | "log" | "clock">,
  { db }: Connections,
): ChainModule {
  const privateKey = required(env, "SERVER_WALLET_PRIVATE_KEY");
  const chainIdentities = createChainIdentities(db, clock.now, env.realmOf);
  const configured = CHAIN_SLUGS.flatMap((chain): Configured[] => {
    const rpcUrls = env.rpcUrls(chain);
    if (rpcUrls === null) return [];
    const deployment = loadDeployment(chain, deploymentPath(env, chain));
    const guard = guardChain({ env, log, chainIdentities }, { chain, rpcUrls, deployment });
    return [{ chain, rpcUrls, deployment, guard }];
  });
  return {
    chains: createChains(configured, privateKey, env.feedSource),
    relays: createRelays(configured, log),
    guards: Object.fromEntries(configured.map(({ chain, guard }) => [chain, guard])),
    chainIdentities,
    faucets: createFaucets(env),
    serverWallet: privateKeyToAddress(privateKey),
  };
}

/** Checks the chain of each RPC URL against the recorded one. The supervisor owns sandbox chains. */
export function guardChain(
  {
    env,
    log,
    chainIdentities,
  }: { env: Env; log: Pick<Log, "error">; chainIdentities: ChainIdentities },
  {
    chain,
    rpcUrls,
    deployment,
  }: { chain: ChainSlug; rpcUrls: readonly string[]; deployment: Deployment | null },
): ChainGuard {
  const { chainId } = CHAINS[chain];
  const onForeign = (error: Error) =>
    log.error(
      { chain, variable: chainVariable("RPC_URL", chain) },
      `${error.message}; the address is not used until it serves ${CHAINS[chain].name}`,
    );
  if (env.isSandbox(chain) || deployment === null) {
    return createChainGuard({ chainId, rpcUrls, onForeign });
  }
  let known: Hex | null = null;
  return createChainGuard({
    chainId,
    rpcUrls,
    onForeign,
    contract: deployment.contracts.launchpad,
    recorded: {
      async find() {
        known ??= (await chainIdentities.find(chainId))?.genesisHash ?? null;
        return known;
      },
      async record(genesisHash) {
        const identity = { genesisHash, deploymentHash: deploymentHash(deployment) };
        known = (await chainIdentities.record(chainId, identity)).genesisHash;
        return known;
      },
    },
  });
}

function createRelays(
  configured: readonly Configured[],
  log: Log,
): Partial<Record<ChainSlug, RpcRelay>> {
  return Object.fromEntries(
    configured.map(({ chain, rpcUrls, guard }) => {
      const onFailure = (err: unknown) => log.warn({ err, chain }, "rpc node did not respond");
      return [chain, createRpcRelay({ rpcUrls, guard, onFailure })];
    }),
  );
}

function createFaucets(env: Env): Partial<Record<ChainSlug, Faucet>> {
  const token = env.SANDBOX_FAUCET_TOKEN;
  return Object.fromEntries(
    CHAIN_SLUGS.flatMap((chain) => {
      const [rpcUrl] = env.rpcUrls(chain) ?? [];
      if (!env.isSandbox(chain) || rpcUrl === undefined || token === undefined) return [];
      return [[chain, createFaucet({ rpcUrl, token })]];
    }),
  );
}

function createChains(
  configured: readonly Configured[],
  privateKey: Hex,
  feedSource: Env["feedSource"],
): Partial<Record<ChainSlug, LaunchChain>> {
  return Object.fromEntries(
    configured.flatMap(({ chain, rpcUrls, deployment, guard }) => {
      if (deployment === null) return [];
      const options = { chain, rpcUrls, privateKey, deployment, guard, feedSource };
      return [[chain, createLaunchChain(options)]];
    }),
  );
}
