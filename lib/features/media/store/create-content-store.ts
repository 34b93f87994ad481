import { and, eq, lt, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { contentKey } from "@/lib/shared/cid";
import { requestContent } from "./request-content";
import type { ContentState } from "./tables";
import { content } from "./tables";

/** Content that nobody had may be there another day. */
const FAILED_MS = 24 * 60 * 60 * 1000;
const REMEMBERED_MAX = 50_000;

/** Which content `/ipfs/` may serve. CIDs may come in any spelling. */
export function createContentStore(db: Database, now: () => Date) {
  const remembered = new Set<string>();

  return {
    /** Whether this process has seen it approved, which is for good. Asks nobody. */
    isKnownApproved: (cid: string): boolean => remembered.has(cid),
    async isApproved(cid: string): Promise<boolean> {
      const [row] = await db
        .select({ state: content.state })
        .from(content)
        .where(eq(content.cid, contentKey(cid)));
      if (row?.state !== "approved") return false;
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.add(cid);
      return true;
    },
    /** Notes content that was uploaded here, after the moderation. */
    async approve(cid: string): Promise<void> {
      const approved = { state: "approved" as const, checkedAt: now(), reason: null };
      await db
        .insert(content)
        .values({ cid: contentKey(cid), nextAttemptAt: now(), ...approved })
        .onConflictDoUpdate({ target: content.cid, set: approved });
    },
    /** Has a picture looked at that somebody named; again after a day when it could not be fetched. */
    async request(cid: string): Promise<void> {
      await requestContent(db, cid, now());
      const again = { state: "pending" as const, attempts: 0, nextAttemptAt: now() };
      const before = new Date(now().getTime() - FAILED_MS);
      await db
        .update(content)
        .set(again)
        .where(
          and(
            eq(content.cid, contentKey(cid)),
            eq(content.state, "failed"),
            lt(content.checkedAt, before),
          ),
        );
    },
    /**
     * Takes the next one that is due, those that were tried least first, for nobody else until `until`.
     * @param isNew only what was not tried before
     * @returns null when there is none
     */
    async claim(
      until: Date,
      isNew: boolean = false,
    ): Promise<{ cid: string; attempts: number } | null> {
      const due = db
        .select({ cid: content.cid })
        .from(content)
        .where(
          and(
            eq(content.state, "pending"),
            lt(content.nextAttemptAt, now()),
            isNew ? eq(content.attempts, 0) : undefined,
          ),
        )
        .orderBy(content.attempts, content.nextAttemptAt)
        .limit(1)
        .for("update", { skipLocked: true });
      const [claimed] = await db
        .update(content)
        .set({ nextAttemptAt: until, attempts: sql`${content.attempts} + 1` })
        .where(eq(content.cid, due))
        .returning({ cid: content.cid, attempts: content.attempts });
      return claimed ?? null;
    },
    /** Ends the work on a claimed one. @param reason for the operator */
    async finish(
      cid: string,
      state: Exclude<ContentState, "pending">,
      reason: string | null,
    ): Promise<void> {
      await db
        .update(content)
        .set({ state, reason, checkedAt: now() })
        .where(and(eq(content.cid, cid), eq(content.state, "pending")));
    },
    /** Gives a claimed one back until `at`. */
    async retry(cid: string, at: Date, reason: string): Promise<void> {
      await db
        .update(content)
        .set({ nextAttemptAt: at, reason, checkedAt: now() })
        .where(and(eq(content.cid, cid), eq(content.state, "pending")));
    },
  };
}

export type ContentStore = ReturnType<typeof createContentStore>;
