import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { ChainSlug } from "@/lib/domain/chains";
import type { Database } from "../create-database";
import { jobs } from "../schema/launch";
import type { QueueState } from "./launch-store";

/** How many of the latest launches the average is taken over. */
const RECENT_LAUNCHES = 20;

/** See `LaunchStore.queueState`; without a job, the position that the next one would have. */
export async function readQueueState(
  db: Database,
  chain: ChainSlug,
  jobId: string | null,
): Promise<QueueState> {
  const ahead =
    jobId === null
      ? sql`true`
      : sql`${jobs.sequence} < (select j.sequence from launch.jobs j where j.id = ${jobId})`;
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  const [[queue], recent] = await Promise.all([
    db
      .select({
        position: count(ahead),
        waitingJobs: count(sql`${jobs.state} = 'waiting'`),
        activeJobs: count(sql`${jobs.state} = 'active'`),
      })
      .from(jobs)
      .where(and(eq(jobs.chain, chain), inArray(jobs.state, ["waiting", "active"]))),
    db
      .select({
        seconds: sql<number>`extract(epoch from (${jobs.finishedAt} - ${jobs.createdAt}))::float8`,
      })
      .from(jobs)
      .where(and(eq(jobs.chain, chain), eq(jobs.state, "completed"), isNotNull(jobs.finishedAt)))
      .orderBy(desc(jobs.finishedAt))
      .limit(RECENT_LAUNCHES),
  ]);
  return {
    ...(queue ?? { position: 0, waitingJobs: 0, activeJobs: 0 }),
    recentSeconds: recent.map(({ seconds }) => seconds),
  };
}
