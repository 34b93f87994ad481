import { createRankRefresh, deriveRanks, type RankRefresh } from "./create-rank-refresh";
import type { ChainState, IndexerContext } from "./indexer-context";
import { createProgressLog } from "./log-progress";
import { NewerDatasetError } from "./newer-dataset-error";
import { UnsteadyNodeError } from "./node-errors";
import { backoffMs } from "./polling/backoff";
import { createHeadWatch } from "./polling/create-head-watch";
import { createPollInterval } from "./polling/create-poll-interval";
import type { PollTimer } from "./polling/create-poll-timer";
import { loadState } from "./projection/load-state";
import { DeepForkError, syncOnce } from "./sync-once";

const TOUCH_EVERY_MS = 5_000;
const IDLE_AFTER_MS = 10_000;
const MAINTENANCE_EVERY_MS = 30_000;
/**
 * Blocks that are announced sooner after a batch share the next one: a batch costs the same for one
 * block and for many.
 */
const SHARED_BATCH_MS = 100;

type FollowOptions = {
  signal: AbortSignal;
  pollTimer: PollTimer;
  onCaughtUp: () => void;
  onLaunch: () => void;
};

/**
 * Follows a chain until `signal` aborts. Retries errors of the node and the database with
 * exponential backoff.
 * @throws NewerDatasetError when another release must lead
 * @param options.onCaughtUp called whenever the newest block is indexed
 * @param options.onLaunch called when tokens were launched
 */
export async function followChain(ctx: IndexerContext, options: FollowOptions): Promise<void> {
  const { signal, pollTimer } = options;
  let state: ChainState | null = null;
  let isCertain = false;
  let failures = 0;
  let touchedAt = ctx.clock.now();
  let advancedAt = touchedAt;
  let maintainedAt = new Date(0);
  let isRanked = false;
  const logProgress = createProgressLog(ctx);
  const watchHead = createHeadWatch(ctx);
  const pollInterval = createPollInterval(ctx.policy);
  const ranks = createRankRefresh(ctx, signal);
  while (!signal.aborted) {
    try {
      if (state === null || !isCertain) state = await loadState(ctx, { known: state });
      isCertain = true;
      const tokensBefore = state.tokens.size;
      const hasAdvanced = await syncOnce(ctx, state);
      logProgress(state);
      watchHead(state);
      if (state.tokens.size > tokensBefore) options.onLaunch();
      if (failures > 0) ctx.log.info({ block: state.checkpoint.block }, "indexing resumed");
      failures = 0;
      const now = ctx.clock.now();
      if (hasAdvanced) touchedAt = advancedAt = now;
      if (hasAdvanced && state.checkpoint.block < state.head - ctx.policy.confirmations) continue;
      if (state.headLowerSince === null) {
        if (state.isBuilding) {
          if (!isRanked) {
            // It takes a while: new blocks are indexed before the promotion.
            await deriveRanks(ctx, state, signal);
            isRanked = true;
            continue;
          }
          await promote(ctx, state);
          isCertain = false;
          isRanked = false;
          continue;
        }
        options.onCaughtUp();
        pollInterval.caughtUp(state.checkpoint.block, now.getTime());
        maintainedAt = await runMaintenance(ctx, state, { maintainedAt, ranks });
      }
      if (now.getTime() - touchedAt.getTime() >= TOUCH_EVERY_MS) {
        touchedAt = now;
        await ctx.reader.confirm();
        // A lagging node's head would take back blocks that market sites have read as final.
        const isBehind = state.head - ctx.policy.confirmations < state.checkpoint.block;
        await state.store.touch(isBehind ? null : state.head);
      }
      const isIdle = now.getTime() - advancedAt.getTime() >= IDLE_AFTER_MS;
      const pauseMs = isIdle ? ctx.policy.idlePollMs : pollInterval.pauseMs();
      await pollTimer.wait(pauseMs, signal, hasAdvanced ? SHARED_BATCH_MS : 0);
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof NewerDatasetError) throw error;
      failures += 1;
      logFailure(ctx, error, failures);
      // The last write may or may not have been committed.
      isCertain &&= error instanceof UnsteadyNodeError;
      await pollTimer.wait(backoffMs(failures), signal);
    }
  }
  await ranks.settled();
}

async function promote(ctx: IndexerContext, state: ChainState): Promise<void> {
  await ctx.datasets.promote(state.store.datasetId);
  ctx.log.info({ block: state.checkpoint.block }, "rebuilt dataset is live");
}

/** Regularly advances the 24h window and removes old transfers and rows of retired datasets. */
async function runMaintenance(
  ctx: IndexerContext,
  state: ChainState,
  { maintainedAt, ranks }: { maintainedAt: Date; ranks: RankRefresh },
): Promise<Date> {
  const now = ctx.clock.now();
  if (now.getTime() - maintainedAt.getTime() < MAINTENANCE_EVERY_MS) return maintainedAt;
  const seconds = Math.floor(now.getTime() / 1000);
  await state.store.moveWindow(seconds);
  ranks.start(state.store, seconds);
  // While rows are left, one batch per call, so that indexing is not blocked.
  const { block, time } = state.checkpoint;
  const hasOldTransfers = await state.store.removeOldTransfers({
    since: time - ctx.policy.keepTransfersSeconds,
    keepBlocksFrom: block - ctx.policy.keepBlocks,
  });
  const hasRetired = await ctx.datasets.removeRetired();
  return hasOldTransfers || hasRetired ? maintainedAt : now;
}

function logFailure(ctx: IndexerContext, error: unknown, failures: number): void {
  if (error instanceof UnsteadyNodeError && failures < 5) {
    ctx.log.debug({ reason: error.message }, "inconsistent responses of the node; retrying");
  } else if (error instanceof DeepForkError) {
    ctx.log.error({ err: error }, "paused: the reorg is too deep to follow automatically");
  } else {
    ctx.log.warn({ err: error, failures }, "indexing failed; retrying");
  }
}
