import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createContentStore } from "@/lib/features/media/store/create-content-store";
import { createOutbox } from "@/lib/features/outbox/store/create-outbox";
import { createTransactionStore } from "@/lib/features/transactions/store/create-transaction-store";
import type { Realms } from "@/lib/shared/realm";
import { startTestDatabase } from "../../setup/database/postgres";

const NOW = new Date("2026-01-02T12:00:00Z");
const now = () => NOW;
const REALMS: Realms = { realm: "live", realmOf: () => "live" };

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase();
  const rows = [
    ["waiting", "launch", "waiting", "11:59:00", null, false],
    ["active", "launch", "active", "11:58:00", null, false],
    ["payout", "payout", "active", "11:00:00", null, false],
    ["undecided", "launch", "failed", "10:00:00", "10:01:00", true],
    ["failed", "launch", "failed", "11:30:00", "11:31:00", false],
    ["earlier", "launch", "failed", "09:30:00", "09:31:00", false],
    ["done", "manager", "completed", "11:40:00", "11:41:00", false],
  ];
  for (const [id, kind, state, created, finished, mayHaveSucceeded] of rows) {
    await database.db.$client.query(
      `insert into launch.transactions (id, kind, chain, state, payload, realm, chain_realm,
         created_at, touched_at, finished_at, may_have_succeeded)
       values ($1, $2, 'base', $3, '{}', 'live', 'live', $4, $4, $5, $6)`,
      [
        id,
        kind,
        state,
        `2026-01-02T${created}Z`,
        finished === null ? null : `2026-01-02T${finished}Z`,
        mayHaveSucceeded,
      ],
    );
  }
});
afterAll(() => database.stop());

describe("backlog metrics", () => {
  it("count open, undecided and recently ended transactions, with the age of the oldest", async () => {
    const totals = await createTransactionStore(database.db, now, REALMS).totals(["base"]);
    const found = totals.map(({ kind, state, count }) => `${kind} ${state} ${count}`).sort();
    expect(found).toEqual([
      "launch active 1",
      "launch failed 1",
      "launch undecided 1",
      "launch waiting 1",
      "manager completed 1",
      "payout active 1",
    ]);
    expect(totals).toContainEqual({
      chain: "base",
      kind: "payout",
      state: "active",
      count: 1,
      oldestSeconds: 3_600,
    });
  });

  it("leave out transactions of another realm and of other chains", async () => {
    const sandbox: Realms = { realm: "sandbox", realmOf: () => "sandbox" };
    const other = createTransactionStore(database.db, now, sandbox);
    expect(await other.totals(["base"])).toEqual([]);
    const store = createTransactionStore(database.db, now, REALMS);
    expect(await store.totals(["base-sepolia"])).toEqual([]);
    expect(await store.totals([])).toEqual([]);
  });

  it("count the events that the job engine does not have", async () => {
    const outbox = createOutbox(database.db, database.url, now);
    expect(await outbox.readBacklog()).toEqual({ events: 0, oldestSeconds: 0 });
    await database.db.$client.query(
      `insert into launch.outbox (name, data, created_at, sent_at) values
         ('transaction/accepted', '{}', '2026-01-02T11:58:30Z', null),
         ('transaction/accepted', '{}', '2026-01-02T11:59:30Z', null),
         ('transaction/accepted', '{}', '2026-01-02T10:00:00Z', now())`,
    );
    expect(await outbox.readBacklog()).toEqual({ events: 2, oldestSeconds: 90 });
  });

  it("count images that wait for moderation, and how long one is overdue", async () => {
    const content = createContentStore(database.db, now, "live");
    expect(await content.backlog()).toEqual({ fresh: 0, retried: 0, overdueSeconds: 0 });
    await database.db.$client.query(
      `insert into media.content (cid, state, attempts, next_attempt_at) values
         ('a', 'pending', 0, '2026-01-02T11:50:00Z'), ('b', 'pending', 3, '2026-01-02T12:10:00Z'),
         ('c', 'failed', 9, '2026-01-02T09:00:00Z')`,
    );
    expect(await content.backlog()).toEqual({ fresh: 1, retried: 1, overdueSeconds: 600 });
  });
});
