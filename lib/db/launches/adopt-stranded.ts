import { asc, inArray, sql } from "drizzle-orm";
import type { Database } from "../create-database";
import { addEvents } from "../outbox/add-events";
import { jobs } from "../schema/launch";

const ADOPTED_AT_ONCE = 50;

/**
 * A job that waits while its chain's others are worked on is in the queue, not stranded: a second
 * run would only make the queue longer. It is lost when one behind it has ended that long ago.
 */
const isLost = (before: Date) => sql`(
  state = 'active'
  or not exists (
    select 1 from launch.jobs busy
    where busy.chain = ${jobs}.chain and busy.state = 'active' and busy.touched_at >= ${before}
  )
  or ${jobs}.sequence < (
    select max(ended.sequence) from (
      select sequence from launch.jobs
      where chain = ${jobs}.chain and finished_at < ${before} order by finished_at desc limit 20
    ) ended
  )
)`;

/** See `LaunchStore.adoptStranded`. Processes that sweep at the same time share the work. */
export async function adoptStranded(db: Database, before: Date, now: Date): Promise<string[]> {
  return db.transaction(async (tx) => {
    const stranded = await tx
      .select({ id: jobs.id, chain: jobs.chain })
      .from(jobs)
      // Spelled out with its values so that the partial index of unfinished jobs serves it.
      .where(
        sql`state in ('waiting', 'active') and ${jobs.touchedAt} < ${before} and ${isLost(before)}`,
      )
      .orderBy(asc(jobs.sequence))
      .limit(ADOPTED_AT_ONCE)
      .for("update", { skipLocked: true });
    if (stranded.length === 0) return [];
    const ids = stranded.map(({ id }) => id);
    await tx.update(jobs).set({ touchedAt: now }).where(inArray(jobs.id, ids));
    const events = stranded.map(({ id: jobId, chain }) => ({
      name: "launch/requested" as const,
      data: { jobId, chain },
    }));
    await addEvents(tx, events, now);
    return ids;
  });
}
