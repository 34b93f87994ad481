import type { IndexerContext } from "./indexer-context";
import { UnsteadyNodeError } from "./node-errors";
import type { MarketStore } from "./store/create-market-store";
import type { Checkpoint } from "./store/dataset-types";

const CHUNK = 64;

/**
 * Finds the newest block that both the node and the database have. Returns null when none of the
 * stored blocks is on the node's chain.
 * @throws UnsteadyNodeError when the node of a real chain lacks a stored block: it lags
 * @throws when the node or the database does not respond
 */
export async function findFork(
  ctx: IndexerContext,
  options: { store: MarketStore; atOrBelow: number },
): Promise<Checkpoint | null> {
  let below = options.atOrBelow;
  for (;;) {
    const stored = await options.store.listBlocks({ atOrBelow: below, limit: CHUNK });
    if (stored.length === 0) return null;
    const headers = await ctx.reader.headers(stored.map((block) => block.number));
    for (const [i, block] of stored.entries()) {
      const header = headers[i];
      if (!header) expectReset(ctx, block.number);
      if (header?.hash === block.hash) {
        return { block: block.number, hash: block.hash, time: header.time };
      }
    }
    below = (stored.at(-1)?.number ?? 0) - 1;
  }
}

/**
 * Finds the newest block up to which the rows of a dataset are those of the node's chain. Returns null
 * when none of the stored blocks is on it. The dataset may end at blocks that a reorg has removed.
 * @throws UnsteadyNodeError when the node of a real chain lacks the last block: it lags
 * @throws when the node or the database does not respond
 */
export async function findTrueEnd(
  ctx: IndexerContext,
  store: MarketStore,
): Promise<Checkpoint | null> {
  const stored = await store.findCheckpoint();
  if (stored === null) return null;
  const { block, hash, time } = stored;
  const [header] = await ctx.reader.headers([block]);
  if (!header) expectReset(ctx, block);
  // Far below the head only the checkpoint has a stored hash.
  const isOnChain = header?.hash === hash;
  const end = isOnChain ? { block, hash, time } : await findFork(ctx, { store, atOrBelow: block });
  // Blocks of another chain look like a reorg.
  await ctx.reader.confirm();
  return end;
}

/**
 * A missing block is not on a fork: the node lags, and the next attempt uses the next URL. Only the
 * chain of a sandbox may have lost its newest blocks.
 */
function expectReset({ policy, reader }: IndexerContext, block: number): void {
  if (policy.headMovedBackAfterMs !== null) return;
  reader.switchUrl();
  throw new UnsteadyNodeError(`the node does not have block ${block}`);
}
