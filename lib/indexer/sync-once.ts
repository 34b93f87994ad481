import type { Address, Hex } from "viem";
import type { RpcHeader } from "../schemas/rpc";
import { deriveBatch } from "./derive-batch";
import { findFork } from "./find-fork";
import type { ChainState, IndexerContext } from "./indexer-context";
import { loadState } from "./load-state";
import { ForkError, type ReadBlocks, readLiveBlocks, readRange } from "./read-blocks";

/** Blocks near the head that are read together. */
const LIVE_BATCH_MAX = 32;

/** The node's chain and ours part below every block whose hash is remembered. */
export class DeepForkError extends Error {
  override readonly name = "DeepForkError";
}

/**
 * One step: looks at the head, then writes the next blocks, takes a fork back, or does nothing.
 * Keeps `state` equal to what the store says.
 * @returns whether there was something to do
 * @throws when node or database cannot answer
 * @throws CheckpointMovedError when the store is elsewhere: load the state again
 */
export async function syncOnce(ctx: IndexerContext, state: ChainState): Promise<boolean> {
  const { checkpoint } = state;
  const head = await ctx.reader.head();
  state.head = head.number;
  if (head.hash === checkpoint.hash) return false;
  if (head.number < checkpoint.block) return handleLowerHead(ctx, state, head);
  state.headLowerSince = null;
  if (head.number === checkpoint.block) return takeForkBack(ctx, state, head.number);
  const target = head.number - ctx.policy.confirmations;
  if (target <= checkpoint.block) return false;
  try {
    await advance(ctx, state, target);
    return true;
  } catch (error) {
    if (error instanceof ForkError) return takeForkBack(ctx, state, checkpoint.block);
    throw error;
  }
}

async function advance(ctx: IndexerContext, state: ChainState, target: number): Promise<void> {
  const { policy } = ctx;
  const from = state.checkpoint.block + 1;
  const firstLive = state.head - policy.liveBlocks + 1;
  if (from >= firstLive) {
    const to = Math.min(target, from + LIVE_BATCH_MAX - 1);
    await write(ctx, state, await readLiveBlocks(ctx, state, { from, to }));
    return;
  }
  const to = Math.min(target, firstLive - 1, from + state.span - 1);
  let read: ReadBlocks;
  try {
    read = await readRange(ctx, state, { from, to });
  } catch (error) {
    // Providers refuse ranges with too many blocks or logs, each in words of its own.
    state.span = Math.max(1, Math.floor(state.span / 2));
    throw error;
  }
  state.span = Math.min(policy.spanMax, state.span * 2);
  await write(ctx, state, read);
}

async function write(ctx: IndexerContext, state: ChainState, read: ReadBlocks): Promise<void> {
  const launches = read.events.filter((event) => event.kind === "launch");
  const launched = new Map(launches.map(({ poolId, token }) => [poolId, token]));
  const tokenOfPool = (poolId: Hex) => launched.get(poolId) ?? state.tokenOfPool.get(poolId);
  const touched = new Set<Address>();
  for (const event of read.events) {
    const token = "token" in event ? event.token : tokenOfPool(event.poolId);
    if (token !== undefined) touched.add(token);
  }
  await ctx.store.applyBatch({
    expected: state.checkpoint,
    next: read.next,
    head: state.head,
    blocks: read.blocks,
    keepBlocksFrom: state.head - ctx.policy.keepBlocks,
    touched: [...touched],
    derive: (states) =>
      deriveBatch({ chain: ctx.deployment.chainId, events: read.events, states, tokenOfPool }),
  });
  state.checkpoint = read.next;
  for (const { poolId, token } of launches) {
    state.tokenOfPool.set(poolId, token);
    state.tokens.add(token);
  }
  ctx.log.debug(
    { block: read.next.block, head: state.head, events: read.events.length },
    "indexed",
  );
}

/**
 * A head below ours: a node that lags keeps us waiting, for nothing may be rewritten because of it.
 * Where the chain is one local node, after a while, it really has moved back.
 */
async function handleLowerHead(
  ctx: IndexerContext,
  state: ChainState,
  head: RpcHeader,
): Promise<boolean> {
  const now = ctx.clock.now();
  const isFirstSight = state.headLowerSince === null;
  state.headLowerSince ??= now;
  const waitedMs = now.getTime() - state.headLowerSince.getTime();
  const patienceMs = ctx.policy.headMovedBackAfterMs;
  if (patienceMs === null || waitedMs < patienceMs) {
    const { block } = state.checkpoint;
    if (isFirstSight) ctx.log.warn({ head: head.number, block }, "the node is behind us; waiting");
    return false;
  }
  return takeForkBack(ctx, state, head.number);
}

async function takeForkBack(
  ctx: IndexerContext,
  state: ChainState,
  atOrBelow: number,
): Promise<boolean> {
  const { store, policy, log } = ctx;
  const from = state.checkpoint.block;
  const to = await findFork(ctx, { atOrBelow });
  if (to !== null) {
    log.warn({ from, to: to.block, depth: from - to.block }, "taking a fork back");
    await store.rollBack({ expected: state.checkpoint, to });
    Object.assign(state, await loadState(ctx));
    return true;
  }
  const [genesis] = await ctx.reader.headers([0]);
  if (genesis?.hash === state.genesisHash && !policy.rebuildsOnDeepFork) {
    throw new DeepForkError(`no block from ${from - policy.keepBlocks} to ${from} is on the chain`);
  }
  Object.assign(state, await loadState(ctx, { rebuild: true }));
  return true;
}
