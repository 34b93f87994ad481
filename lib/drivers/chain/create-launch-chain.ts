import { type Address, createPublicClient, fallback, type Hex, type PublicClient } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Deployment } from "@/lib/schemas/deployment";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { createRpcTransport } from "@/lib/support/calls/rpc-transport";
import { type ChainGuard, createChainGuard } from "./chain-guard";
import { createDryRun } from "./create-dry-run";
import { createFeedSetter } from "./create-feed-setter";
import { createPermitLauncher } from "./create-permit-launcher";
import { createSender } from "./create-sender";
import { createServerSigner } from "./create-signer";
import { createCallEncoder } from "./encode-calls";
import { guardedTransport } from "./guarded-transport";
import { createAccountReader } from "./readers/create-account-reader";
import { createFeedReader } from "./readers/create-feed-reader";
import { createLaunchReader } from "./readers/create-launch-reader";
import { createManagerReader } from "./readers/create-manager-reader";
import { createPayoutReader } from "./readers/create-payout-reader";
import { createTradeReader } from "./readers/create-trade-reader";

export type ChainIdentity = {
  deployment: Deployment;
  /** Whether the node returns the right chain id within a second. */
  isHealthy(): Promise<boolean>;
};

/**
 * A chain over JSON-RPC, the same for the sandbox and for real chains. Every call may throw when
 * the node does not respond; only CallRevertedError is final. Callers declare which parts they use.
 * @param options.rpcUrls the first is preferred, the others are for failover
 * @param options.guard checks the chain of each URL; by default its chain id
 */
export function createLaunchChain(options: {
  chain: ChainSlug;
  rpcUrls: readonly string[];
  privateKey: Hex;
  deployment: Deployment;
  guard?: ChainGuard;
  /** For a feed that this service sets: its key, and the feed to copy. */
  feedSource?: { privateKey: Hex; rpcUrl: string; feed: Address } | null;
}) {
  const { deployment, rpcUrls, feedSource } = options;
  const { chainId } = CHAINS[options.chain];
  const guard = options.guard ?? createChainGuard({ chainId, rpcUrls });
  const account = privateKeyToAccount(options.privateKey);
  const client: PublicClient = createPublicClient({
    transport: createRpcTransport({
      name: `chain ${options.chain}`,
      rpcUrls,
      connect: (url, index, limits) => guardedTransport(guard, index, url, limits),
    }),
  });
  const identity: ChainIdentity = {
    deployment,
    isHealthy: () => answersAs(chainId, rpcUrls, guard),
  };

  return {
    ...identity,
    ...createLaunchReader(client, deployment, account.address),
    ...createManagerReader(client, deployment, account.address),
    ...createPayoutReader(client, deployment),
    ...createAccountReader(client),
    ...createDryRun(client, account.address),
    ...createCallEncoder(client, deployment),
    ...createServerSigner(client, account, chainId),
    ...createPermitLauncher(client, account, deployment),
    ...createSender(client),
    ...createTradeReader(client, deployment),
    ...createFeedReader(client, deployment),
    feedSetter: feedSource
      ? createFeedSetter({ client, chainId, privateKey: feedSource.privateKey, source: feedSource })
      : null,
  };
}

export type LaunchChain = ReturnType<typeof createLaunchChain>;

async function answersAs(
  chainId: number,
  rpcUrls: readonly string[],
  guard: ChainGuard,
): Promise<boolean> {
  const probe = createPublicClient({
    transport: fallback(
      rpcUrls.map((url, index) => guardedTransport(guard, index, url, { timeout: 1_000 })),
    ),
  });
  try {
    return (await probe.getChainId()) === chainId;
  } catch {
    // A failed health check is a result, not an error.
    return false;
  }
}
