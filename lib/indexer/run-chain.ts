import { createWaker, type Waker } from "./create-waker";
import { followChain } from "./follow-chain";
import { followEthPrice } from "./follow-eth-price";
import type { IndexerContext } from "./indexer-context";
import { resolveMetadata } from "./resolve-metadata";
import type { Leadership } from "./store/open-leadership";

const STANDBY_PAUSE_MS = 500;
const BACKOFF_MAX_MS = 5_000;

/**
 * Takes part in indexing a chain until `signal` ends: follows it while this process is its one
 * leader, stands by otherwise, and starts over when the database goes away.
 * @param options.onSettled called when the chain is followed at its head, or by somebody else
 */
export async function runChain(
  ctx: IndexerContext,
  options: {
    signal: AbortSignal;
    waker: Waker;
    openLeadership: () => Promise<Leadership>;
    onSettled: () => void;
  },
): Promise<void> {
  const { signal, waker } = options;
  let failures = 0;
  while (!signal.aborted) {
    let leadership: Leadership | null = null;
    try {
      leadership = await options.openLeadership();
      failures = 0;
      const until = AbortSignal.any([signal, leadership.lost]);
      if (!(await waitToLead(ctx, { ...options, leadership, until }))) continue;
      ctx.log.info("leading");
      const metadataWaker = createWaker();
      await Promise.all([
        followChain(ctx, {
          signal: until,
          waker,
          onCaughtUp: options.onSettled,
          onLaunch: () => metadataWaker.wake(),
        }),
        resolveMetadata(ctx, { signal: until, waker: metadataWaker }),
        followEthPrice(ctx, until),
      ]);
    } catch (error) {
      failures += 1;
      if (!signal.aborted) ctx.log.warn({ err: error, failures }, "no database session");
    } finally {
      await leadership?.close().catch(() => undefined);
    }
    const pauseMs = Math.min(BACKOFF_MAX_MS, 100 * 2 ** Math.min(failures, 10));
    await waker.wait(pauseMs, signal);
  }
}

async function waitToLead(
  ctx: IndexerContext,
  options: { leadership: Leadership; until: AbortSignal; waker: Waker; onSettled: () => void },
): Promise<boolean> {
  const { leadership, until } = options;
  for (let attempt = 0; !until.aborted; attempt += 1) {
    if (await leadership.tryLead()) return true;
    if (attempt === 0) ctx.log.info("standing by: another process indexes this chain");
    options.onSettled();
    await options.waker.wait(STANDBY_PAUSE_MS, until);
  }
  return false;
}
