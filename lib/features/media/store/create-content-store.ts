import { and, count, eq, lt, min, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { addModerationDeliveries } from "@/lib/features/webhooks/store/add-moderation-deliveries";
import { contentKey } from "@/lib/shared/cid";
import type { Realm } from "@/lib/shared/realm";
import type { ContentState } from "./tables";
import { content } from "./tables";

/** Retry interval for content that was not found. */
const FAILED_MS = 24 * 60 * 60 * 1000;
const REMEMBERED_MAX = 50_000;

/**
 * The content that `/ipfs/` may serve. Accepts CIDs in any encoding.
 * @param realm of the webhooks that get the decisions
 */
export function createContentStore(db: Database, now: () => Date, realm: Realm) {
  const remembered = new Set<string>();

  return {
    /** Whether this process knows the content as approved, which is permanent. No query. */
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
    /** Approves content that was uploaded here, after its moderation. */
    async approve(cid: string): Promise<void> {
      const approved = { state: "approved" as const, checkedAt: now(), reason: null };
      await db
        .insert(content)
        .values({ cid: contentKey(cid), nextAttemptAt: now(), ...approved })
        .onConflictDoUpdate({ target: content.cid, set: approved });
    },
    /** Requests the moderation of an image; repeats it a day after a failed fetch. */
    async request(cid: string): Promise<void> {
      const again = { state: "pending" as const, attempts: 0, nextAttemptAt: now() };
      const before = new Date(now().getTime() - FAILED_MS);
      await db
        .insert(content)
        .values({ cid: contentKey(cid), ...again })
        .onConflictDoUpdate({
          target: content.cid,
          set: again,
          setWhere: and(eq(content.state, "failed"), lt(content.checkedAt, before)),
        });
    },
    /**
     * Claims the next due content until `until`, fewest attempts first.
     * @param isNew only content without an attempt
     * @returns null if none is due
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
    /** Content that waits for moderation, and how long the longest has been due, in seconds. */
    async backlog(): Promise<{ fresh: number; retried: number; overdueSeconds: number }> {
      const [row] = await db
        .select({
          fresh: sql<number>`(count(*) filter (where ${content.attempts} = 0))::int`,
          all: count(),
          due: min(content.nextAttemptAt),
        })
        .from(content)
        .where(eq(content.state, "pending"));
      const { fresh = 0, all = 0, due = null } = row ?? {};
      const overdueMs = due === null ? 0 : now().getTime() - due.getTime();
      return { fresh, retried: all - fresh, overdueSeconds: Math.max(0, overdueMs / 1_000) };
    },
    /** Stores the result of a claim. @param reason for the operator */
    async finish(
      cid: string,
      state: Exclude<ContentState, "pending">,
      reason: string | null,
    ): Promise<void> {
      const at = now();
      await db.transaction(async (tx) => {
        const decided = await tx
          .update(content)
          .set({ state, reason, checkedAt: at })
          .where(and(eq(content.cid, cid), eq(content.state, "pending")))
          .returning({ cid: content.cid });
        if (decided.length > 0) await addModerationDeliveries(tx, { realm, cid, state }, at);
      });
    },
    /** Releases a claim and retries at `at`. */
    async retry(cid: string, at: Date, reason: string): Promise<void> {
      await db
        .update(content)
        .set({ nextAttemptAt: at, reason, checkedAt: now() })
        .where(and(eq(content.cid, cid), eq(content.state, "pending")));
    },
  };
}

export type ContentStore = ReturnType<typeof createContentStore>;
