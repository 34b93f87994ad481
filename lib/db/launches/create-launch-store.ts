import { and, asc, eq, inArray, lt } from "drizzle-orm";
import { statesBefore } from "@/lib/domain/launch-job";
import type { Database } from "../create-database";
import { idempotencyKeys, jobs, outbox, transactions } from "../schema/launch";
import { adoptStranded } from "./adopt-stranded";
import { insertJob } from "./insert-job";
import type { LaunchJob, LaunchStore } from "./launch-store";
import { readQueueState } from "./read-queue-state";
import { reserveTransaction } from "./reserve-transaction";

/** The launch interface's memory in Postgres. */
export function createLaunchStore(db: Database, now: () => Date): LaunchStore {
  return {
    insert: (job, claim) => insertJob(db, job, claim, now()),
    async findIdempotentAnswer({ operation, chain, key }) {
      const [found] = await db
        .select({ fingerprint: idempotencyKeys.fingerprint, answer: idempotencyKeys.answer })
        .from(idempotencyKeys)
        .where(
          and(
            eq(idempotencyKeys.operation, operation),
            eq(idempotencyKeys.chain, chain),
            eq(idempotencyKeys.key, key),
          ),
        );
      return found ?? null;
    },
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
    async findTransaction(jobId) {
      const [found] = await db
        .select({
          nonce: transactions.nonce,
          hash: transactions.hash,
          rawTransaction: transactions.rawTransaction,
        })
        .from(transactions)
        .where(eq(transactions.jobId, jobId));
      return found ?? null;
    },
    reserveTransaction: (job, firstFree, sign) =>
      reserveTransaction(db, job, firstFree, sign, now()),
    async markBroadcast(jobId) {
      const at = now();
      await db.update(transactions).set({ broadcastAt: at }).where(eq(transactions.jobId, jobId));
      await db.update(jobs).set({ touchedAt: at }).where(eq(jobs.id, jobId));
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
    async forgetOld(before) {
      await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
      await db.delete(outbox).where(lt(outbox.sentAt, before));
    },
  };
}
