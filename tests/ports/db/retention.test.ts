import { count, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainable } from "@/bench/explain";
import { DELETED_AT_ONCE } from "@/lib/drivers/db/delete-batch";
import { createIdempotencyStore } from "@/lib/features/idempotency/store/create-idempotency-store";
import { idempotencyKeys } from "@/lib/features/idempotency/store/tables";
import { videos } from "@/lib/features/media/store/tables";
import { createOutbox } from "@/lib/features/outbox/store/create-outbox";
import { outbox } from "@/lib/features/outbox/store/tables";
import { createMailbox } from "@/lib/features/users/store/create-mailbox";
import { createVideoStore } from "@/lib/features/video/store/create-video-store";
import { startTestDatabase } from "../../setup/database/postgres";

const NOW = new Date("2026-01-10T00:00:00Z");
const BEFORE = new Date("2026-01-09T00:00:00Z");
const [OLD, RECENT] = ["2026-01-01", "2026-01-09T12:00:00Z"];
/** More than one statement removes. */
const MANY = 2 * DELETED_AT_ONCE + 7;

describe("rows that nothing reads any more", () => {
  let database: Awaited<ReturnType<typeof startTestDatabase>>;

  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.stop());

  it("sent events are removed, however many, and unsent ones are not", async () => {
    const { db } = database;
    await db.execute(sql`
      insert into launch.outbox (name, data, created_at, sent_at)
      select 'n', '{}'::jsonb, ${OLD}::timestamptz, ${OLD}::timestamptz from generate_series(1, ${MANY})
      union all select 'recent', '{}', ${OLD}::timestamptz, ${RECENT}::timestamptz
      union all select 'unsent', '{}', ${OLD}::timestamptz, null`);
    await createOutbox(db, database.url, () => NOW).removeSent(BEFORE);
    const rows = await db.select({ name: outbox.name }).from(outbox).orderBy(outbox.id);
    expect(rows.map(({ name }) => name)).toEqual(["recent", "unsent"]);
  });

  it("sent events are found without a scan of all events", async () => {
    await database.db.execute(sql`
      insert into launch.outbox (name, data, created_at, sent_at)
      select 'n', '{}', ${RECENT}::timestamptz, ${RECENT}::timestamptz from generate_series(1, 20000)`);
    await database.db.execute(sql`analyze launch.outbox`);
    const pool = new pg.Pool({ connectionString: database.url });
    const { db, statements } = explainable(pool);
    await createOutbox(db, database.url, () => NOW).removeSent(BEFORE);
    await pool.end();
    const { rows } = await database.db.execute(
      sql.raw(`explain (generic_plan) ${statements().at(-1)}`),
    );
    const plan = JSON.stringify(rows);
    expect(plan).toContain("outbox_sent");
    expect(plan).not.toContain("Seq Scan");
  });

  it("idempotency keys are removed, however many", async () => {
    const { db } = database;
    await db.execute(sql`
      insert into launch.idempotency_keys (operation, chain, realm, key, fingerprint, created_at)
      select 'o', 'base', 'live', n::text, 'f', ${OLD}::timestamptz from generate_series(1, ${MANY}) as n
      union all select 'o', 'base', 'live', 'recent', 'f', ${RECENT}::timestamptz`);
    await createIdempotencyStore(
      db,
      () => NOW,
      () => "live",
    ).removeBefore(BEFORE);
    const rows = await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys);
    expect(rows).toEqual([{ key: "recent" }]);
  });

  it("the sandbox's mailbox holds the latest 1,000 emails", async () => {
    const { db } = database;
    await db.execute(sql`
      insert into account.mails (recipient, subject, text, sent_at)
      select 'a@example.com', n, '', ${OLD}::timestamptz from generate_series(1, 1200) as n`);
    const mailbox = createMailbox(db, () => NOW);
    await mailbox.send({ to: "a@example.com", subject: "latest", text: "" });
    const list = await mailbox.list(5_000);
    expect(list).toHaveLength(1_000);
    expect([list[0]?.subject, list[1]?.subject, list.at(-1)?.subject]).toEqual([
      "latest",
      "1200",
      "202",
    ]);
  });

  it("videos that failed long ago are removed once their files are", async () => {
    const { db } = database;
    const video = (uid: string, rest: Partial<typeof videos.$inferInsert>) => ({
      uid,
      provider: "embedded",
      state: "error" as const,
      userId: "u",
      durationSecondsMax: 1,
      sizeBytesMax: 1,
      createdAt: new Date(OLD),
      expiresAt: new Date(OLD),
      touchedAt: new Date(OLD),
      finishedAt: new Date(OLD),
      isRemoved: true,
      ...rest,
    });
    await db
      .insert(videos)
      .values([
        video("failed", {}),
        video("rejected", { state: "nsfw_rejected" }),
        video("recent", { finishedAt: new Date(RECENT) }),
        video("with-files", { isRemoved: false }),
        video("approved", { state: "nsfw_approved" }),
      ]);
    await createVideoStore(db, () => NOW).removeEnded(BEFORE);
    const rows = await db.select({ uid: videos.uid }).from(videos).orderBy(videos.uid);
    expect(rows.map(({ uid }) => uid)).toEqual(["approved", "recent", "with-files"]);
    expect(await db.select({ rows: count() }).from(videos)).toEqual([{ rows: 3 }]);
  });
});
