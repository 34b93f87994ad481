import type { ChainState, IndexerContext } from "./indexer-context";
import type { MarketStore } from "./store/create-market-store";

/** Derives the figures of lists in parallel to indexing, which must not wait for them. */
export type RankRefresh = {
  /** Starts a run unless one is running. @param time Unix seconds */
  start(store: MarketStore, time: number): void;
  /** Resolves when no run is running. */
  settled(): Promise<void>;
};

/** Derives the figures of a dataset that is being built, so that it has them when it is promoted. */
export function deriveRanks(
  { clock, deployment }: Pick<IndexerContext, "clock" | "deployment">,
  { store }: Pick<ChainState, "store">,
  signal: AbortSignal,
): Promise<void> {
  const time = Math.floor(clock.now().getTime() / 1000);
  return store.refreshRanks({ time, contracts: deployment.marketContracts, signal });
}

/** @param signal ends a run after its current batch */
export function createRankRefresh(
  { log, deployment }: Pick<IndexerContext, "log" | "deployment">,
  signal: AbortSignal,
): RankRefresh {
  let running: Promise<void> | null = null;
  const run = async (store: MarketStore, time: number) => {
    try {
      await store.refreshRanks({ time, contracts: deployment.marketContracts, signal });
    } catch (err) {
      // Queued tokens stay queued for the next run.
      log.warn({ err }, "the figures of lists were not derived; retrying");
    }
    running = null;
  };
  return {
    start(store, time) {
      running ??= run(store, time);
    },
    async settled() {
      await running;
    },
  };
}
