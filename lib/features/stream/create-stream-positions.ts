import type { ServiceContext } from "@/lib/context";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { formatEventId } from "./event-id";
import { type BlockPosition, endOf } from "./render-event";

/** Start positions of the streams of a page that is rendered now; chains without a position are missing. */
export type StreamPositions = { now(): Partial<Record<ChainSlug, string>> };

/**
 * Keeps a position per chain that is no newer than any cached response. A page that takes it before
 * it reads its data, and opens its stream there, misses no event and need not read the data again.
 * @param invalidate drops the chain's cached responses
 */
export function createStreamPositions(
  ctx: Pick<ServiceContext, "env" | "log" | "market" | "marketUpdates">,
  invalidate: (chain: ChainSlug) => void,
): StreamPositions {
  const positions = new Map<ChainSlug, BlockPosition>();

  ctx.marketUpdates.subscribe((update) => {
    if (update === null) {
      for (const chain of ctx.env.DATA_CHAINS) void read(chain);
    } else {
      const { chain, checkpoint, token } = update;
      if (checkpoint !== null) positions.set(chain, checkpoint);
      // An earlier version of the indexer does not send it: the old one would fall further behind.
      else if (token === null) positions.delete(chain);
      invalidate(chain);
    }
  });

  /** Reads the position after a connect, so that a chain without new blocks has one too. */
  async function read(chain: ChainSlug): Promise<void> {
    const before = positions.get(chain);
    const { chainId } = CHAINS[chain];
    const after = { block: Number.MAX_SAFE_INTEGER, logIndex: 0 };
    try {
      const page = await ctx.market.readEvents({ chainId, after, limit: 1, hashesOf: [] });
      if (page === null || positions.get(chain) !== before) return;
      // Responses that were read before the position may lack its last events.
      invalidate(chain);
      positions.set(chain, page.checkpoint);
    } catch (err) {
      ctx.log.warn({ err, chain }, "position of the stream not read; pages read their data again");
    }
  }

  return {
    now: () =>
      Object.fromEntries(
        [...positions].map(([chain, position]) => [chain, formatEventId(endOf(position))]),
      ),
  };
}
