import type { Ipfs } from "@/lib/drivers/ipfs/ipfs";
import { followChain } from "./follow-chain";
import { followEthPrice } from "./follow-eth-price";
import type { IndexerContext } from "./indexer-context";
import { isNewerDataset, NewerDatasetError } from "./newer-dataset-error";
import { createPollTimer, type PollTimer } from "./polling/create-poll-timer";
import { resolveMetadata } from "./resolve-metadata";
import type { Leadership } from "./store/open-leadership";

const STANDBY_PAUSE_MS = 500;
const BACKOFF_MAX_MS = 5_000;

/**
 * Indexes a chain until `signal` aborts. Follows it while this process is the leader, waits as a
 * standby otherwise, and reconnects after the database session is lost.
 * @param options.onSettled called when the chain is indexed up to its head or another process leads
 */
export async function runChain(
  ctx: IndexerContext & { ipfs: Pick<Ipfs, "read"> },
  options: {
    signal: AbortSignal;
    pollTimer: PollTimer;
    openLeadership: () => Promise<Leadership>;
    onSettled: () => void;
  },
): Promise<void> {
  const { signal, pollTimer } = options;
  let failures = 0;
  while (!signal.aborted) {
    let leadership: Leadership | null = null;
    try {
      leadership = await options.openLeadership();
      failures = 0;
      const until = AbortSignal.any([signal, leadership.lost]);
      if (!(await waitToLead(ctx, { ...options, leadership, until }))) continue;
      ctx.log.info("leadership acquired");
      const metadataTimer = createPollTimer();
      await Promise.all([
        followChain(ctx, {
          signal: until,
          pollTimer,
          onCaughtUp: options.onSettled,
          onLaunch: () => metadataTimer.notify(),
        }),
        resolveMetadata(ctx, { signal: until, pollTimer: metadataTimer }),
        followEthPrice(ctx, until),
      ]);
    } catch (error) {
      failures += 1;
      // The next attempt waits on standby.
      if (error instanceof NewerDatasetError) ctx.log.info(error.message);
      else if (!signal.aborted)
        ctx.log.warn({ err: error, failures }, "indexing stopped; acquiring leadership again");
    } finally {
      await leadership?.close().catch(() => undefined);
    }
    const pauseMs = Math.min(BACKOFF_MAX_MS, 100 * 2 ** Math.min(failures, 10));
    await pollTimer.wait(pauseMs, signal);
  }
}

async function waitToLead(
  ctx: IndexerContext,
  options: {
    leadership: Leadership;
    until: AbortSignal;
    pollTimer: PollTimer;
    onSettled: () => void;
  },
): Promise<boolean> {
  const { leadership, until } = options;
  for (let attempt = 0; !until.aborted; attempt += 1) {
    const isNewer = isNewerDataset(await ctx.datasets.find());
    if (!isNewer && (await leadership.tryLead())) return true;
    if (attempt === 0) {
      const reason = isNewer
        ? `a newer release has derived the dataset; start that release, or run npm run reindex -- --chain ${ctx.deployment.chain} --from 0`
        : "another process indexes this chain";
      ctx.log.info(`standing by: ${reason}`);
    }
    options.onSettled();
    await options.pollTimer.wait(STANDBY_PAUSE_MS, until);
  }
  return false;
}
