import { and, eq, inArray, sql } from "drizzle-orm";
import type { ChainSlug } from "@/lib/domain/chains";
import type { Database } from "../create-database";
import { jobs } from "../schema/launch";
import type { QueueState } from "./launch-store";

/** How many of the latest launches the average is taken over. */
const RECENT_LAUNCHES = 20;

/**
 * See `LaunchStore.queueState`; without a job, the position that the next one would have. One
 * query, because whoever waits for a launch asks for it again and again.
 */
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
  const recentSeconds = sql<number[]>`array(
    select extract(epoch from (ended.finished_at - ended.created_at))::float8 from launch.jobs ended
    where ended.chain = ${chain} and ended.state = 'completed' and ended.finished_at is not null
    order by ended.finished_at desc limit ${RECENT_LAUNCHES})`;
  const [queue] = await db
    .select({
      position: count(ahead),
      waitingJobs: count(sql`${jobs.state} = 'waiting'`),
      activeJobs: count(sql`${jobs.state} = 'active'`),
      recentSeconds,
    })
    .from(jobs)
    .where(and(eq(jobs.chain, chain), inArray(jobs.state, ["waiting", "active"])));
  return queue ?? { position: 0, waitingJobs: 0, activeJobs: 0, recentSeconds: [] };
}
