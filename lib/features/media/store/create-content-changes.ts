import { and, asc, count, eq, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { contentKey, spellingsOf } from "@/lib/shared/cid";
import { isReferenced } from "./is-referenced";
import { assets, type ContentChange, content, contentChanges, withdrawnFiles } from "./tables";
import { lockContent } from "./upload-locks";

/** Waiting time after a failed attempt. */
const RETRY_MS = 60_000;
/** Waiting time after an incomplete attempt: content that is found nowhere must not fill the sweeps. */
const INCOMPLETE_MS = 60 * 60_000;
/**
 * New requests are dated back by this time, so they precede repeated attempts and those of a restored
 * backup. There may be thousands of these, and each waits for a gateway.
 */
const LEAD_MS = 7 * 24 * 60 * 60_000;

/**
 * Requests what has to happen to content where it is stored, in the transaction of the reason for it. A
 * later request replaces an earlier one; content that is to be removed stays so, and `apply` withdraws or publishes
 * it if it is used after all.
 */
export async function requestContentChange(
  tx: Executor,
  keys: readonly string[],
  change: ContentChange,
  now: Date,
): Promise<void> {
  if (keys.length === 0) return;
  const dueAt = new Date(now.getTime() - LEAD_MS);
  await tx
    .insert(contentChanges)
    .values(keys.map((key) => ({ key, change, dueAt })))
    .onConflictDoUpdate({
      target: contentChanges.key,
      set: {
        change: sql`case when ${contentChanges.change} = 'remove' then 'remove' else excluded.change end`,
        // Also of a removal: one that `apply` is giving up must not be deleted with the request.
        dueAt: sql`excluded.due_at`,
      },
    });
}

/** Requested changes of stored content. Each is repeated until it succeeds, also after a crash. */
export function createContentChanges(db: Database, now: () => Date) {
  return {
    request: (tx: Executor, key: string, change: ContentChange): Promise<void> =>
      requestContentChange(tx, [key], change, now()),
    /** Keys with a change that is due, the longest due first. */
    async listDue(limit: number): Promise<string[]> {
      const rows = await db
        .select({ key: contentChanges.key })
        .from(contentChanges)
        .where(lte(contentChanges.dueAt, now()))
        .orderBy(asc(contentChanges.dueAt))
        .limit(limit);
      return rows.map(({ key }) => key);
    },
    /**
     * Runs `work` for a requested change and removes the request, unless `work` fails or a later request
     * has replaced it. Reservations of the same CID wait. Content that was uploaded or launched meanwhile
     * is not removed, but withdrawn if a decision demands that, and published otherwise.
     * @param work returns false if it cannot be completed now, for example for content that is found
     * nowhere; the request is repeated an hour later
     * @param isWithdrawn whether a decision removes the content
     */
    apply: (
      key: string,
      work: (change: ContentChange) => Promise<boolean>,
      isWithdrawn: (tx: Executor) => Promise<boolean> = async () => false,
    ): Promise<void> =>
      db.transaction(async (tx) => {
        await lockContent(tx, key);
        const own = eq(contentChanges.key, key);
        const [row] = await tx.select().from(contentChanges).where(own);
        if (row === undefined) return;
        const { dueAt } = row;
        // A restore of the database requests changes with the microseconds of PostgreSQL.
        const isDueThen = sql`date_trunc('milliseconds', ${contentChanges.dueAt}) = ${dueAt.toISOString()}`;
        const isSame = and(own, eq(contentChanges.change, row.change), isDueThen);
        let { change } = row;
        // A request to withdraw or publish it was merged with that to remove it.
        if (change === "remove" && (await isWanted(tx, key)))
          change = (await isWithdrawn(tx)) ? "withdraw" : "publish";
        if (!(await work(change))) {
          const again = new Date(now().getTime() + INCOMPLETE_MS);
          await tx.update(contentChanges).set({ change, dueAt: again }).where(isSame);
          return;
        }
        if (change === "remove") await removeApproval(tx, key);
        if (change !== "withdraw")
          await tx.delete(withdrawnFiles).where(eq(withdrawnFiles.key, key));
        await tx.delete(contentChanges).where(isSame);
      }),
    /** Stores a file before it is withdrawn, until it is published again or removed. */
    async storeFile(key: string, bytes: Uint8Array): Promise<void> {
      await db.insert(withdrawnFiles).values({ key, bytes }).onConflictDoNothing();
    },
    /** A file of `storeFile`, or null. */
    async findFile(key: string): Promise<Uint8Array | null> {
      const own = eq(withdrawnFiles.key, key);
      const [row] = await db.select().from(withdrawnFiles).where(own);
      return row?.bytes ?? null;
    },
    /** How many changes are requested, of each kind. */
    async countRequested(): Promise<Record<ContentChange, number>> {
      const rows = await db
        .select({ change: contentChanges.change, count: count() })
        .from(contentChanges)
        .groupBy(contentChanges.change);
      const all = { remove: 0, withdraw: 0, publish: 0 };
      for (const { change, count: requested } of rows) all[change] = requested;
      return all;
    },
    /** Postpones a change that failed, so that others come first. */
    async postpone(key: string): Promise<void> {
      const dueAt = new Date(now().getTime() + RETRY_MS);
      await db.update(contentChanges).set({ dueAt }).where(eq(contentChanges.key, key));
    },
  };
}

/** Rejections stay: the same content may be requested again. */
async function removeApproval(tx: Executor, key: string): Promise<void> {
  const own = eq(content.cid, contentKey(key));
  await tx.delete(content).where(and(own, eq(content.state, "approved")));
}

async function isWanted(tx: Executor, cid: string): Promise<boolean> {
  const isRecorded = and(eq(assets.kind, "content"), eq(assets.key, cid));
  const uses: SQL[] = spellingsOf(cid).map((spelling) => isReferenced(sql`${spelling}::text`));
  const { rows } = await tx.execute(
    sql`select 1 where exists (select 1 from ${assets} where ${isRecorded}) or ${or(...uses)}`,
  );
  return rows.length > 0;
}

export type ContentChanges = ReturnType<typeof createContentChanges>;
