import { DATASET_VERSION } from "@/lib/features/market/rules/dataset-version";
import { deriveRanks } from "./create-rank-refresh";
import { findTrueEnd } from "./find-fork";
import type { ChainState, IndexerContext } from "./indexer-context";
import { isNewerDataset } from "./newer-dataset-error";
import { UnsteadyNodeError } from "./node-errors";
import { backoffMs } from "./polling/backoff";
import { createHeadWatch } from "./polling/create-head-watch";
import { createPollTimer } from "./polling/create-poll-timer";
import { openState, startOver } from "./projection/load-state";
import type { MarketStore } from "./store/create-market-store";
import { type Checkpoint, TransfersRemovedError } from "./store/dataset-types";
import { DeepForkError, syncOnce } from "./sync-once";
import { addedFrom } from "./to-indexed-deployment";

/**
 * Failures in a row after which a rebuild is given up: at least eight minutes. Halving the largest range
 * down to one block takes ten.
 */
const FAILURES_MAX = 100;

/** The rebuild cannot start; the message gives the reason. */
export class ReindexError extends Error {
  override readonly name = "ReindexError";
}

/**
 * Builds a new dataset of a chain next to the live one and promotes it once it has caught up. The
 * indexer keeps updating the live dataset meanwhile, and a reader sees exactly one of them. It also
 * replaces the rows of a newer release, which this release's indexer leaves alone.
 * @param options.from first block to read from the chain; earlier rows are copied from the live dataset,
 *   which must have them
 * @throws ReindexError, DeepForkError, and errors of the node or database that continue for minutes; the
 *   new dataset is discarded then
 */
export async function reindexChain(
  ctx: IndexerContext,
  options: { from: number; signal: AbortSignal },
): Promise<void> {
  const { datasets, log } = ctx;
  const { live, building } = await datasets.find();
  if (live === null) throw new ReindexError("The chain was never indexed. Start the indexer.");
  if (isNewerDataset({ live, building })) {
    // Rows of a newer release cannot be copied.
    if (options.from > ctx.deployment.startBlock) {
      throw new ReindexError(
        "A newer release has derived the rows of this chain. Use --from 0 to read the whole chain with this release.",
      );
    }
  } else if (live.version !== DATASET_VERSION) {
    throw new ReindexError("The indexer is already rebuilding the rows of an earlier release.");
  }
  const stored = await datasets.store(live.id).findCheckpoint();
  if (stored !== null && addedFrom(ctx.deployment, stored.deployment) !== null) {
    throw new ReindexError("Start the indexer first: it has not read the added deployment yet");
  }
  if (building !== null) await datasets.discard(building.id);
  const next = await datasets.create("building");
  try {
    const state = await prepare(ctx, {
      store: datasets.store(next.id),
      live: datasets.store(live.id),
      from: options.from,
    });
    await catchUp(ctx, state, datasets.store(live.id), options.signal);
    await retry(ctx, state, options.signal, () => deriveRanks(ctx, state, options.signal));
    await catchUp(ctx, state, datasets.store(live.id), options.signal);
    await datasets.promote(next.id);
    log.info({ block: state.checkpoint.block }, "rebuilt dataset is live");
  } catch (error) {
    await datasets.discard(next.id);
    throw error;
  } finally {
    while (!options.signal.aborted && (await datasets.removeRetired()));
  }
}

async function prepare(
  ctx: IndexerContext,
  { store, live, from }: { store: MarketStore; live: MarketStore; from: number },
): Promise<ChainState> {
  const { deployment, datasets, log } = ctx;
  const numbers = [0, Math.max(0, from - 1)];
  let [genesis, before] = await ctx.reader.headers(numbers);
  // The node may lag: the next one may have the block.
  if (!before && ctx.reader.switchUrl()) [genesis, before] = await ctx.reader.headers(numbers);
  if (!genesis) throw new ReindexError("The node does not know its genesis block");
  const origin = { genesisHash: genesis.hash, deployment: deployment.key };
  const rest = { store, isBuilding: true, genesisHash: genesis.hash };
  if (from <= deployment.startBlock) {
    return openState(ctx, { ...rest, checkpoint: await startOver(ctx, store, origin) });
  }
  if (!before) throw new ReindexError(`The node does not have block ${from - 1}`);
  const end = await findTrueEnd(ctx, live)
    .catch((error: unknown) => {
      // The reader has switched to the next URL.
      if (error instanceof UnsteadyNodeError) return findTrueEnd(ctx, live);
      throw error;
    })
    .catch((error: unknown) => {
      if (!(error instanceof UnsteadyNodeError)) throw error;
      throw new ReindexError(`The node is behind: ${error.message}. Try again later`);
    });
  if (end === null) {
    throw new ReindexError(
      "None of the indexed blocks is on the node's chain. Use --from 0 to read the whole chain",
    );
  }
  if (before.number > end.block) {
    throw new ReindexError(
      `The index matches the node's chain only up to block ${end.block}. Use --from ${end.block + 1} or earlier`,
    );
  }
  const checkpoint: Checkpoint = { block: before.number, hash: before.hash, time: before.time };
  log.info({ upTo: checkpoint.block }, "copying earlier blocks of the live dataset");
  await datasets.copyLive(store.datasetId, checkpoint, deployment.key).catch((error: unknown) => {
    if (!(error instanceof TransfersRemovedError)) throw error;
    throw new ReindexError(
      `Block ${from} is too old. Use --from ${error.transfersFrom} or later, or --from 0 to read the whole chain`,
    );
  });
  return openState(ctx, { ...rest, checkpoint });
}

/** Syncs until the dataset has reached the head and the live dataset's checkpoint. */
async function catchUp(
  ctx: IndexerContext,
  state: ChainState,
  live: MarketStore,
  signal: AbortSignal,
): Promise<void> {
  let logged = 0;
  let watchHead = createHeadWatch(ctx);
  const timer = createPollTimer();
  for (let isDone = false; !isDone; ) {
    signal.throwIfAborted();
    isDone = await retry(ctx, state, signal, async () => {
      const hasAdvanced = await syncOnce(ctx, state);
      const now = ctx.clock.now().getTime();
      if (now - logged > 5_000) {
        logged = now;
        ctx.log.info(
          { block: state.checkpoint.block, head: state.head },
          "dataset rebuild progress",
        );
      }
      // A batch can take minutes: do not count that time as a stalled head.
      if (hasAdvanced) watchHead = createHeadWatch(ctx);
      if (hasAdvanced && state.checkpoint.block < state.head - ctx.policy.confirmations)
        return false;
      const other = await live.findCheckpoint();
      if (other === null || state.checkpoint.block >= other.block) return true;
      if (hasAdvanced) return false;
      watchHead({ head: state.head, checkpoint: other });
      await timer.wait(ctx.policy.pollMs, signal);
      return false;
    });
  }
}

/**
 * Runs a step again, with exponential backoff, until it succeeds: a failed `syncOnce` has reduced its
 * range, and a rebuild of hours must not end with one timeout.
 */
async function retry<T>(
  ctx: IndexerContext,
  state: ChainState,
  signal: AbortSignal,
  step: () => Promise<T>,
): Promise<T> {
  const timer = createPollTimer();
  for (let failures = 0; ; ) {
    try {
      if (failures > 0) await reload(ctx, state);
      return await step();
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      const isFinal = error instanceof DeepForkError || error instanceof ReindexError;
      if (isFinal || failures >= FAILURES_MAX) throw error;
      ctx.log.warn(
        { err: error, failures, block: state.checkpoint.block },
        "rebuild step failed; retrying",
      );
      await timer.wait(backoffMs(failures), signal);
      signal.throwIfAborted();
    }
  }
}

/** Updates `state` to match the store: the last write may or may not have been committed. */
async function reload(ctx: IndexerContext, state: ChainState): Promise<void> {
  const stored = await state.store.findCheckpoint();
  if (stored === null) throw new ReindexError("Another process has removed the new dataset");
  state.ahead = null;
  if (stored.hash === state.checkpoint.hash) return;
  const { span } = state;
  Object.assign(state, await openState(ctx, { ...state, checkpoint: stored }), { span });
}
