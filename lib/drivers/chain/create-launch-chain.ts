import { createPublicClient, fallback, type Hex, http, type PublicClient } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Deployment } from "@/lib/schemas/deployment";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { createRpcTransport } from "@/lib/support/rpc-transport";
import { createAccountReader } from "./create-account-reader";
import { createDryRun } from "./create-dry-run";
import { createLaunchReader } from "./create-launch-reader";
import { createManagerReader } from "./create-manager-reader";
import { createPayoutReader } from "./create-payout-reader";
import { createSender } from "./create-sender";
import { createServerSigner } from "./create-signer";
import { createCallEncoder } from "./encode-calls";

export type ChainIdentity = {
  deployment: Deployment;
  /** Whether the node returns the right chain id within a second. */
  isHealthy(): Promise<boolean>;
};

/**
 * A chain over JSON-RPC, the same for the sandbox and for real chains. Every call may throw when
 * the node does not respond; only CallRevertedError is final. Callers declare which parts they use.
 * @param options.rpcUrls the first is preferred, the others are for failover
 */
export function createLaunchChain(options: {
  chain: ChainSlug;
  rpcUrls: readonly string[];
  privateKey: Hex;
  deployment: Deployment;
}) {
  const { deployment, rpcUrls } = options;
  const { chainId } = CHAINS[options.chain];
  const account = privateKeyToAccount(options.privateKey);
  const client: PublicClient = createPublicClient({
    transport: createRpcTransport({ name: `chain ${options.chain}`, rpcUrls }),
  });
  const identity: ChainIdentity = { deployment, isHealthy: () => answersAs(chainId, rpcUrls) };

  return {
    ...identity,
    ...createLaunchReader(client, deployment, account.address),
    ...createManagerReader(client, deployment, account.address),
    ...createPayoutReader(client, deployment),
    ...createAccountReader(client),
    ...createDryRun(client, account.address),
    ...createCallEncoder(deployment),
    ...createServerSigner(client, account, chainId),
    ...createSender(client),
  };
}

export type LaunchChain = ReturnType<typeof createLaunchChain>;

async function answersAs(chainId: number, rpcUrls: readonly string[]): Promise<boolean> {
  const probe = createPublicClient({
    transport: fallback(rpcUrls.map((url) => http(url, { timeout: 1_000, retryCount: 0 }))),
  });
  try {
    return (await probe.getChainId()) === chainId;
  } catch {
    // A failed health check is a result, not an error.
    return false;
  }
}
