import { and, asc, eq, inArray, lt } from "drizzle-orm";
import { statesBefore } from "@/lib/domain/launch-job";
import type { Database } from "../create-database";
import { jobs, outbox } from "../schema/launch";
import { adoptStranded } from "./adopt-stranded";
import { insertJob } from "./insert-job";
import type { LaunchJob, LaunchStore } from "./launch-store";
import { readQueueState } from "./read-queue-state";

/** The launch interface's memory in Postgres. */
export function createLaunchStore(db: Database, now: () => Date): LaunchStore {
  return {
    insert: (job, claim) => insertJob(db, job, claim, now()),
    async find(jobId) {
      const [job] = await db.select().from(jobs).where(eq(jobs.id, jobId));
      return job ?? null;
    },
    queueState: (chain, jobId) => readQueueState(db, chain, jobId),
    async transition(jobId, to, changes = {}) {
      const isEnd = to === "completed" || to === "failed";
      const at = now();
      const moved = await db
        .update(jobs)
        .set({
          ...changes,
          state: to,
          touchedAt: at,
          ...(to === "active" ? { activatedAt: at } : {}),
          ...(isEnd ? { finishedAt: at } : {}),
        })
        .where(and(eq(jobs.id, jobId), inArray(jobs.state, statesBefore(to))))
        .returning({ id: jobs.id });
      return moved.length === 1;
    },
    async touch(jobId) {
      const [job] = await db
        .update(jobs)
        .set({ touchedAt: now() })
        .where(eq(jobs.id, jobId))
        .returning();
      return job ?? null;
    },
    adoptStranded: (before) => adoptStranded(db, before, now()),
    async listUncertain() {
      const uncertain: LaunchJob[] = await db
        .select()
        .from(jobs)
        .where(and(eq(jobs.state, "failed"), eq(jobs.mayHaveSucceeded, true)))
        .orderBy(asc(jobs.sequence))
        .limit(50);
      return uncertain;
    },
    async forgetEvents(before) {
      await db.delete(outbox).where(lt(outbox.sentAt, before));
    },
  };
}
