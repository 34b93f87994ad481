import type { Hex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { createFaucet, type Faucet } from "@/lib/drivers/chain/create-faucet";
import { createLaunchChain, type LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { createRpcRelay, type RpcRelay } from "@/lib/drivers/chain/create-rpc-relay";
import { deploymentPath } from "@/lib/drivers/chain/deployment-path";
import { loadDeployment } from "@/lib/drivers/chain/load-deployment";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { type Env, required } from "../env";
import type { Log } from "../log";
import type { Core } from "./core";

/** The configured chains. */
export type ChainModule = {
  /** Chains with a deployment. */
  chains: Partial<Record<ChainSlug, LaunchChain>>;
  /** JSON-RPC proxy of each chain for pages. */
  relays: Partial<Record<ChainSlug, RpcRelay>>;
  /** Sandbox chains only. */
  faucets: Partial<Record<ChainSlug, Faucet>>;
  serverWallet: `0x${string}`;
};

export function createChainModule({ env, log }: Pick<Core, "env" | "log">): ChainModule {
  const privateKey = required(env, "SERVER_WALLET_PRIVATE_KEY");
  return {
    chains: createChains(env, privateKey),
    relays: createRelays(env, log),
    faucets: createFaucets(env),
    serverWallet: privateKeyToAddress(privateKey),
  };
}

function createRelays(env: Env, log: Log): Partial<Record<ChainSlug, RpcRelay>> {
  return Object.fromEntries(
    CHAIN_SLUGS.flatMap((chain) => {
      const rpcUrls = env.rpcUrls(chain);
      const onFailure = (err: unknown) => log.warn({ err, chain }, "rpc node did not respond");
      return rpcUrls === null ? [] : [[chain, createRpcRelay({ rpcUrls, onFailure })]];
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

function createChains(env: Env, privateKey: Hex): Partial<Record<ChainSlug, LaunchChain>> {
  return Object.fromEntries(
    CHAIN_SLUGS.flatMap((chain) => {
      const rpcUrls = env.rpcUrls(chain);
      const deployment = rpcUrls && loadDeployment(chain, deploymentPath(env, chain));
      if (!rpcUrls || !deployment) return [];
      return [[chain, createLaunchChain({ chain, rpcUrls, privateKey, deployment })]];
    }),
  );
}
