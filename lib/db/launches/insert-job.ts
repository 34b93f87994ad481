import { TransactionRollbackError } from "drizzle-orm";
import type { Database } from "../create-database";
import { addEvents } from "../outbox/add-events";
import { idempotencyKeys, jobs } from "../schema/launch";
import type { LaunchStore } from "./launch-store";

/** See `LaunchStore.insert`. */
export async function insertJob(
  db: Database,
  job: Parameters<LaunchStore["insert"]>[0],
  claim: Parameters<LaunchStore["insert"]>[1],
  now: Date,
): Promise<"inserted" | "claimed"> {
  return db
    .transaction(async (tx) => {
      // The claim first: whoever comes second with a key waits here, and takes the first answer.
      if (claim !== null) {
        const claimed = await tx
          .insert(idempotencyKeys)
          .values({ ...claim, createdAt: now })
          .onConflictDoNothing()
          .returning({ key: idempotencyKeys.key });
        if (claimed.length === 0) {
          tx.rollback();
        }
      }
      await tx.insert(jobs).values({ ...job, state: "waiting", createdAt: now, touchedAt: now });
      const data = { jobId: job.id, chain: job.chain };
      await addEvents(tx, [{ name: "launch/requested", data }], now);
      return "inserted" as const;
    })
    .catch((error: unknown) => {
      if (error instanceof TransactionRollbackError) return "claimed" as const;
      throw error;
    });
}
