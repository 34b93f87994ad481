import type { Logger } from "pino";
import type { ChainReader } from "@/lib/drivers/chain/create-chain-reader";
import type { Ipfs } from "@/lib/drivers/ipfs/ipfs";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Deployment } from "../schemas/deployment";
import { createWaker } from "./create-waker";
import type { ChainPolicy } from "./policy";
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
  /** The chain's contracts as deployed now; null while there are none. */
  findDeployment(): Deployment | null;
  openLeadership(onNudge: () => void): Promise<Leadership>;
};

const MANIFEST_PAUSE_MS = 1_000;

/**
 * Indexes every configured chain that has contracts, until `signal` ends. A chain whose contracts
 * are deployed later, or anew, is taken up then.
 * @param options.onReady called once: every chain is followed at its head, by this process or
 * another, or has no contracts yet
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
      takeUpChain(parts, { ...options, onSettled: () => settle(parts.chain) }),
    ),
  );
}

async function takeUpChain(
  parts: ChainParts,
  options: {
    ipfs: Pick<Ipfs, "read">;
    clock: { now(): Date };
    signal: AbortSignal;
    onSettled: () => void;
  },
): Promise<void> {
  const { signal, clock, ipfs, onSettled } = options;
  const { log, policy, reader, datasets } = parts;
  const manifestWaker = createWaker();
  while (!signal.aborted) {
    const deployment = findDeployment(parts);
    if (deployment === null) {
      onSettled();
      await manifestWaker.wait(MANIFEST_PAUSE_MS, signal);
      continue;
    }
    const redeployed = new AbortController();
    const waker = createWaker();
    const running = runChain(
      { log, clock, policy, deployment, reader, datasets, ipfs },
      {
        signal: AbortSignal.any([signal, redeployed.signal]),
        waker,
        openLeadership: () => parts.openLeadership(() => waker.wake()),
        onSettled,
      },
    );
    while (!signal.aborted && findDeployment(parts)?.key === deployment.key) {
      await manifestWaker.wait(MANIFEST_PAUSE_MS, signal);
    }
    redeployed.abort();
    await running;
  }
}

function findDeployment(parts: ChainParts) {
  try {
    const manifest = parts.findDeployment();
    return manifest && toIndexedDeployment(manifest);
  } catch (error) {
    parts.log.error({ err: error }, "could not read the deployment manifest");
    return null;
  }
}
