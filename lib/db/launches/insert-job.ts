import { sql, TransactionRollbackError } from "drizzle-orm";
import type { Database } from "../create-database";
import { insertClaim } from "../idempotency/create-idempotency-store";
import { jobs, outbox } from "../schema/launch";
import type { LaunchStore } from "./launch-store";

/** Channel on which the relay hears of new events. */
export const OUTBOX_CHANNEL = "outbox";
export const LAUNCH_REQUESTED = "launch/requested";

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
      if (claim !== null && !(await insertClaim(tx, claim, now))) tx.rollback();
      await tx.insert(jobs).values({ ...job, state: "waiting", createdAt: now, touchedAt: now });
      await tx.insert(outbox).values({
        name: LAUNCH_REQUESTED,
        data: { jobId: job.id, chain: job.chain },
        createdAt: now,
      });
      await tx.execute(sql`select pg_notify(${OUTBOX_CHANNEL}, '')`);
      return "inserted" as const;
    })
    .catch((error: unknown) => {
      if (error instanceof TransactionRollbackError) return "claimed" as const;
      throw error;
    });
}
