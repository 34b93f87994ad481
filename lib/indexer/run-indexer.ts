import type { Logger } from "pino";
import type { ChainReader } from "@/lib/drivers/chain/readers/create-chain-reader";
import type { Ipfs } from "@/lib/drivers/ipfs/ipfs";
import type { Deployment } from "@/lib/schemas/deployment";
import type { ChainSlug } from "@/lib/shared/chains";
import type { IndexerContext } from "./indexer-context";
import { createPollTimer } from "./polling/create-poll-timer";
import type { ChainPolicy } from "./polling/policy";
import { runChain } from "./run-chain";
import type { MarketDatasets } from "./store/create-market-datasets";
import type { Leadership } from "./store/open-leadership";
import { toIndexedDeployment } from "./to-indexed-deployment";

/** One configured chain. */
export type ChainParts = {
  chain: ChainSlug;
  policy: ChainPolicy;
  log: Logger;
  reader: ChainReader;
  datasets: MarketDatasets;
  traces?: IndexerContext["traces"];
  /** The current deployment of the chain's contracts; null while there is none. */
  findDeployment(): Promise<Deployment | null>;
  openLeadership(onNotification: () => void): Promise<Leadership>;
};

const MANIFEST_PAUSE_MS = 1_000;

/**
 * Indexes every configured chain that has contracts, until `signal` aborts. Starts a chain when its
 * contracts are deployed later, and restarts it when they are redeployed.
 * @param options.onReady called once every chain is indexed up to its head, led by another process,
 *   or without contracts
 */
export async function runIndexer(options: {
  chains: readonly ChainParts[];
  ipfs: Pick<Ipfs, "read">;
  clock: { now(): Date };
  signal: AbortSignal;
  onReady: () => void;
}): Promise<void> {
  const unsettled = new Set(options.chains.map((parts) => parts.chain));
  const settle = (chain: ChainSlug) => {
    if (unsettled.delete(chain) && unsettled.size === 0) options.onReady();
  };
  if (unsettled.size === 0) options.onReady();
  await Promise.all(
    options.chains.map((parts) =>
      runWhenDeployed(parts, { ...options, onSettled: () => settle(parts.chain) }),
    ),
  );
}

async function runWhenDeployed(
  parts: ChainParts,
  options: {
    ipfs: Pick<Ipfs, "read">;
    clock: { now(): Date };
    signal: AbortSignal;
    onSettled: () => void;
  },
): Promise<void> {
  const { signal, clock, ipfs, onSettled } = options;
  const { log, policy, reader, datasets, traces } = parts;
  const manifestTimer = createPollTimer();
  while (!signal.aborted) {
    const deployment = await findDeployment(parts);
    if (deployment === null) {
      onSettled();
      await manifestTimer.wait(MANIFEST_PAUSE_MS, signal);
      continue;
    }
    const redeployed = new AbortController();
    const pollTimer = createPollTimer();
    const running = runChain(
      { log, clock, policy, deployment, reader, datasets, ipfs, traces },
      {
        signal: AbortSignal.any([signal, redeployed.signal]),
        pollTimer,
        openLeadership: () => parts.openLeadership(() => pollTimer.notify()),
        onSettled,
      },
    );
    while (!signal.aborted && (await findDeployment(parts))?.key === deployment.key) {
      await manifestTimer.wait(MANIFEST_PAUSE_MS, signal);
    }
    redeployed.abort();
    await running;
  }
}

async function findDeployment(parts: ChainParts) {
  try {
    const manifest = await parts.findDeployment();
    return manifest && toIndexedDeployment(manifest);
  } catch (error) {
    parts.log.error({ err: error }, "could not read the deployment");
    return null;
  }
}
