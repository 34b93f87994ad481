import {
  createManagerIndex,
  type ManagerIndex,
} from "@/lib/features/fees/store/create-manager-index";
import { createMarket, type Market } from "@/lib/features/market/store/create-market";
import {
  createMarketUpdates,
  type MarketUpdates,
} from "@/lib/features/market/store/create-market-updates";
import {
  createProgressTracker,
  type ProgressTracker,
} from "@/lib/features/system/create-progress-tracker";
import type { Connections } from "./connections";
import type { Core } from "./core";
import type { ModerationModule } from "./moderation";

/** Data of the indexer. */
export type MarketModule = {
  market: Market;
  marketUpdates: MarketUpdates;
  managers: ManagerIndex;
  progress: ProgressTracker;
};

export function createMarketModule(
  { clock, env }: Pick<Core, "clock" | "env">,
  { db, readingDb, databaseUrl }: Connections,
  { decisions }: Pick<ModerationModule, "decisions">,
): MarketModule {
  const market = createMarket(readingDb, decisions);
  return {
    market,
    marketUpdates: createMarketUpdates(databaseUrl),
    managers: createManagerIndex(db),
    progress: createProgressTracker({
      read: market.readProgress,
      now: clock.now,
      confirmations: env.confirmations,
    }),
  };
}
