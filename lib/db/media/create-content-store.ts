import { and, eq, lt, sql } from "drizzle-orm";
import { contentKey } from "../../domain/cid";
import type { Database } from "../create-database";
import { content } from "../schema/media";
import type { ContentStore } from "./content-store";
import { requestContent } from "./request-content";

/** Content that nobody had may be there another day. */
const FAILED_MS = 24 * 60 * 60 * 1000;
const REMEMBERED_MAX = 50_000;

export function createContentStore(db: Database, now: () => Date): ContentStore {
  const remembered = new Set<string>();

  return {
    isKnownApproved: (cid) => remembered.has(cid),
    async isApproved(cid) {
      const [row] = await db
        .select({ state: content.state })
        .from(content)
        .where(eq(content.cid, contentKey(cid)));
      if (row?.state !== "approved") return false;
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.add(cid);
      return true;
    },
    async approve(cid) {
      const approved = { state: "approved" as const, checkedAt: now(), reason: null };
      await db
        .insert(content)
        .values({ cid: contentKey(cid), nextAttemptAt: now(), ...approved })
        .onConflictDoUpdate({ target: content.cid, set: approved });
    },
    async request(cid) {
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
    async claim(until, isNew = false) {
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
    async finish(cid, state, reason) {
      await db
        .update(content)
        .set({ state, reason, checkedAt: now() })
        .where(and(eq(content.cid, cid), eq(content.state, "pending")));
    },
    async retry(cid, at, reason) {
      await db
        .update(content)
        .set({ nextAttemptAt: at, reason, checkedAt: now() })
        .where(and(eq(content.cid, cid), eq(content.state, "pending")));
    },
  };
}
