import { cron } from "inngest";
import { getContext } from "@/lib/context";
import { setFeedPrices } from "@/lib/features/chains/set-feed-prices";
import { applyContentChanges } from "@/lib/features/storage/apply-content-changes";
import { removeUnused } from "@/lib/features/storage/remove-unused";
import { removeExpired } from "@/lib/features/system/remove-expired";
import { sweepTransactions } from "@/lib/features/transactions/sweep";
import { removeUnreferencedFiles } from "@/lib/features/video/upkeep/remove-unreferenced-files";
import { sweepVideos } from "@/lib/features/video/upkeep/sweep-videos";
import { removeOldDeliveries } from "@/lib/features/webhooks/remove-old-deliveries";
import { inngest } from "./client";

type Sweep = (options: { ctx: ReturnType<typeof getContext> }) => Promise<void>;

const EVERY_MINUTE = "* * * * *";
const EVERY_TEN_MINUTES = "*/10 * * * *";

/** A failed sweep is retried by the engine, and runs again at the next tick. */
function schedule(id: string, expression: string, sweep: Sweep) {
  return inngest.createFunction(
    { id, triggers: [cron(expression)], retries: 3, concurrency: [{ limit: 1 }] },
    ({ step }) => step.run("sweep", () => sweep({ ctx: getContext() })),
  );
}

/** Clean-up after crashes, outages and expired uploads. Ids are permanent. */
export const schedules = [
  schedule("sweep-transactions", EVERY_MINUTE, sweepTransactions),
  schedule("remove-expired", EVERY_MINUTE, removeExpired),
  schedule("sweep-videos", EVERY_MINUTE, sweepVideos),
  schedule("remove-orphaned-videos", EVERY_TEN_MINUTES, removeUnreferencedFiles),
  schedule("remove-unused-uploads", EVERY_TEN_MINUTES, removeUnused),
  schedule("apply-content-changes", EVERY_MINUTE, applyContentChanges),
  schedule("remove-old-deliveries", EVERY_TEN_MINUTES, removeOldDeliveries),
  schedule("set-feed-prices", EVERY_MINUTE, setFeedPrices),
];
