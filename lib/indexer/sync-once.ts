import type { RpcHeader } from "@/lib/drivers/chain/rpc-shapes";
import { findFork } from "./find-fork";
import type { ChainState, IndexerContext, ReadBlocks } from "./indexer-context";
import { ForkError } from "./node-errors";
import { openState, startOver } from "./projection/load-state";
import { readBlockRange, readLiveBlocks } from "./read-blocks";
import { isRejected, isTooLarge, nextBatchMax, smallerBatch } from "./store/batch-limit";
import { writeBlocks } from "./write-blocks";

/** Maximum blocks near the head in one batch. */
const LIVE_BATCH_MAX = 32;
/** Target for the maximum events of one transaction; the range shrinks above it. */
const EVENTS_WANTED = 8_000;

/** The node's chain forked below every block whose hash is stored. */
export class DeepForkError extends Error {
  override readonly name = "DeepForkError";
}

/**
 * One step: reads the head, then writes the next blocks, rolls back a fork, or does nothing. Updates
 * `state` to match the store.
 * @returns whether the checkpoint changed
 * @throws when the node or the database does not respond
 * @throws CheckpointMovedError when the stored checkpoint differs: load the state again
 */
export async function syncOnce(ctx: IndexerContext, state: ChainState): Promise<boolean> {
  const { checkpoint } = state;
  const head = (await state.ahead?.head) ?? (await ctx.reader.head());
  state.head = head.number;
  if (head.hash === checkpoint.hash) return false;
  if (head.number < checkpoint.block) return handleLowerHead(ctx, state, head);
  state.headLowerSince = null;
  if (head.number === checkpoint.block) return rollBackFork(ctx, state, head.number);
  const target = head.number - ctx.policy.confirmations;
  if (target <= checkpoint.block) return false;
  try {
    await advance(ctx, state, target);
    return true;
  } catch (error) {
    state.ahead = null;
    if (error instanceof ForkError) return rollBackFork(ctx, state, checkpoint.block);
    throw error;
  }
}

async function advance(ctx: IndexerContext, state: ChainState, target: number): Promise<void> {
  const from = state.checkpoint.block + 1;
  const firstLive = state.head - ctx.policy.liveBlocks + 1;
  if (from >= firstLive) {
    const to = Math.min(target, from + Math.min(LIVE_BATCH_MAX, rangeOf(state)) - 1);
    const read = await shrinkOnError(state, {
      blocks: to - from + 1,
      read: readLiveBlocks(ctx, state, { from, to }),
    });
    state.span = Math.min(ctx.policy.spanMax, state.span * 2);
    return write(ctx, state, read);
  }
  const last = Math.min(target, firstLive - 1);
  const read = await takeRange(ctx, state, { from, last });
  const { span } = state;
  state.span = Math.min(ctx.policy.spanMax, span * 2);
  if (read.events.length > EVENTS_WANTED) {
    state.span = Math.max(1, Math.floor((span * EVENTS_WANTED) / read.events.length));
  }
  readAhead(ctx, state, read, last);
  await write(ctx, state, read);
}

/** Writes a batch; the next ones are smaller if the database rejects it, down to the block at fault. */
async function write(ctx: IndexerContext, state: ChainState, read: ReadBlocks): Promise<void> {
  const from = state.checkpoint.block + 1;
  const blocks = read.next.block - from + 1;
  const startedAt = performance.now();
  try {
    await writeBlocks(ctx, state, read);
    const ms = performance.now() - startedAt;
    state.batchMax = nextBatchMax(state, { ms, most: ctx.policy.spanMax });
  } catch (error) {
    if (isTooLarge(error)) {
      state.batchMax = smallerBatch(blocks);
      const size = { from, blocks, events: read.events.length, batchMax: state.batchMax };
      ctx.log.warn(size, "a batch took too long to write; the next ones are smaller");
    } else if (isRejected(error)) {
      state.batchMax = smallerBatch(blocks);
      if (blocks === 1) ctx.log.error({ block: from }, "stopped: the database rejects a block");
    }
    throw error;
  }
}

/** Returns the next range, prefetched or read now. */
async function takeRange(
  ctx: IndexerContext,
  state: ChainState,
  range: { from: number; last: number },
): Promise<ReadBlocks> {
  const { ahead } = state;
  state.ahead = null;
  const { from } = range;
  const isAhead = ahead?.from === from;
  const to = isAhead ? ahead.to : Math.min(range.last, from + rangeOf(state) - 1);
  const read = isAhead ? ahead.read : readBlockRange(ctx, state, { from, to });
  return shrinkOnError(state, { blocks: to - from + 1, read });
}

/**
 * Awaits a read. After an error the next one has half of its blocks: providers reject requests for too
 * many blocks or logs, each with its own error text.
 */
async function shrinkOnError(
  state: ChainState,
  { blocks, read }: { blocks: number; read: Promise<ReadBlocks> },
): Promise<ReadBlocks> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof ForkError)) state.span = smallerBatch(blocks);
    throw error;
  }
}

const rangeOf = ({ span, batchMax }: ChainState): number => Math.min(span, batchMax);

/** Prefetches the next range and the head so that the node and the database work in parallel. */
function readAhead(
  ctx: IndexerContext,
  state: ChainState,
  { events, next }: ReadBlocks,
  last: number,
): void {
  const from = next.block + 1;
  if (from > last) return;
  for (const event of events) {
    if (event.kind === "launch") state.tokens.add(event.token);
    if (event.kind === "managerCreated") state.managers.add(event.manager);
  }
  const to = Math.min(last, from + rangeOf(state) - 1);
  const { tokens, managers } = state;
  const read = readBlockRange(ctx, { tokens, managers, checkpoint: next }, { from, to });
  // `takeRange` awaits the promise and handles the error; this avoids an unhandled rejection.
  read.catch(() => undefined);
  // If this fails, the head is read again, and that error is reported.
  const head = ctx.reader.head().catch(() => null);
  state.ahead = { from, to, head, read };
}

/**
 * Handles a head below the checkpoint. A lagging node must not cause a rollback, so the indexer
 * waits. On a sandbox chain, which is one local node, the head counts as moved back after a while.
 */
async function handleLowerHead(
  ctx: IndexerContext,
  state: ChainState,
  head: RpcHeader,
): Promise<boolean> {
  const now = ctx.clock.now();
  const isFirstSight = state.headLowerSince === null;
  if (isFirstSight) await ctx.reader.confirm();
  state.headLowerSince ??= now;
  const waitedMs = now.getTime() - state.headLowerSince.getTime();
  const timeoutMs = ctx.policy.headMovedBackAfterMs;
  if (timeoutMs === null || waitedMs < timeoutMs) {
    const { block } = state.checkpoint;
    if (isFirstSight)
      ctx.log.warn({ head: head.number, block }, "node is behind the indexer; waiting");
    return false;
  }
  return rollBackFork(ctx, state, head.number);
}

async function rollBackFork(
  ctx: IndexerContext,
  state: ChainState,
  atOrBelow: number,
): Promise<boolean> {
  const { policy, log } = ctx;
  const { store } = state;
  const from = state.checkpoint.block;
  const to = await findFork(ctx, { store, atOrBelow });
  // Blocks of another chain look like a reorg.
  await ctx.reader.confirm();
  if (to !== null) {
    log.warn({ from, to: to.block, depth: from - to.block }, "rolling back a reorg");
    const removed = await store.rollBack({ expected: state.checkpoint, to });
    Object.assign(state, { checkpoint: to, ahead: null, headLowerSince: null });
    for (const { poolId, token } of removed.pools) {
      state.tokenOfPool.delete(poolId);
      state.tokens.delete(token);
    }
    for (const manager of removed.managers) state.managers.delete(manager);
    return true;
  }
  const [genesis] = await ctx.reader.headers([0]);
  if (!genesis) throw new Error("the node does not know its genesis block");
  if (genesis.hash === state.genesisHash && !policy.rebuildsOnDeepFork) {
    throw new DeepForkError(`no block from ${from - policy.keepBlocks} to ${from} is on the chain`);
  }
  await ctx.reader.confirm();
  log.warn({ from }, "reorg is deeper than the stored blocks; rebuilding");
  const origin = { genesisHash: genesis.hash, deployment: ctx.deployment.key };
  const checkpoint = await startOver(ctx, store, origin);
  Object.assign(state, await openState(ctx, { ...state, ...origin, checkpoint }));
  return true;
}
