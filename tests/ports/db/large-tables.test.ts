import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainable } from "@/bench/explain";
import { createJobList } from "@/lib/features/jobs/store/create-job-list";
import { createLaunchOrigins } from "@/lib/features/moderation/store/create-launch-origins";
import { readTotals } from "@/lib/features/transactions/store/read-totals";
import { listUnsent } from "@/lib/features/transactions/store/remove-unsent";
import { findStableIds } from "@/lib/features/users/store/find-stable-ids";
import { claimWallet } from "@/lib/features/users/store/wallet-names";
import { managedWallets, providerWallets } from "@/lib/features/users/store/wallet-tables";
import { createDeliveryUpkeep } from "@/lib/features/webhooks/store/create-delivery-upkeep";
import type { Identity } from "@/lib/shared/identity";
import type { Realms } from "@/lib/shared/realm";
import { startTestDatabase } from "../../setup/database/postgres";

const ROWS = 20_000;
const NOW = new Date("2026-01-10T00:00:00Z");
const REALMS: Realms = { realm: "live", realmOf: () => "live" };
const TOKEN = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const HASH = `0x${"5e".repeat(32)}`;
const NAMES: Identity[] = [
  { type: "twitter", id: "name7" },
  { type: "farcaster", id: "name8" },
];

describe("a query of a large table reads a range of an index", () => {
  let database: Awaited<ReturnType<typeof startTestDatabase>>;
  let pool: pg.Pool;
  let recorded: ReturnType<typeof explainable>;

  beforeAll(async () => {
    database = await startTestDatabase();
    const { db } = database;
    await db.execute(sql`
      insert into launch.transactions (id, kind, chain, state, payload, owner, realm, chain_realm,
        transaction_hash, created_at, touched_at, finished_at)
      select n::text, (array['launch', 'prepared_launch', 'payout', 'trade'])[1 + n % 4], 'base',
        case when n % 100 = 1 then 'failed' else 'completed' end,
        case when n % 4 = 3 then jsonb_build_object('wallet', md5(n::text)) else '{}' end,
        md5(n::text), 'live', 'live', decode(md5(n::text), 'hex'), at, at, at
      from generate_series(1, ${ROWS}::int) as n,
        lateral (select ${NOW}::timestamptz - n * interval '10 minutes') as t (at)`);
    await db.execute(sql`
      insert into launch.signed_transactions (realm, hash, chain_id, wallet, nonce, operation_id,
        raw_transaction, max_fee_per_gas, created_at)
      select 'live', decode(md5('s' || n), 'hex'), 8453, '\\x00', n, n::text, '\\x00', 1, ${NOW}::timestamptz
      from generate_series(1, ${ROWS}::int) as n`);
    await db.execute(sql`
      insert into moderation.launches (chain_id, token, job_id, at)
      select 8453, decode(md5(n::text), 'hex'), n::text, ${NOW}::timestamptz
      from generate_series(1, ${ROWS}::int) as n`);
    for (const table of [managedWallets, providerWallets]) {
      const own = table === managedWallets ? sql`seed_id` : sql`account, user_id`;
      const values = table === managedWallets ? sql`'s'` : sql`'a', 'u'`;
      await db.execute(sql`
        insert into ${table} (realm, type, identity, address, stable_id, created_at, ${own})
        select 'live', 'twitter', 'name' || n, decode(md5(n::text), 'hex'), n::text, ${NOW}::timestamptz, ${values}
        from generate_series(1, ${ROWS}::int) as n`);
    }
    await db.execute(sql`
      insert into account.accounts (id, realm, created_at) values ('account', 'live', ${NOW}::timestamptz)`);
    await db.execute(sql`
      insert into account.identities (realm, type, stable_id, account_id, name, created_at, signed_in_at)
      select 'live', 'twitter', n::text, 'account', 'Name' || n, ${NOW}::timestamptz, ${NOW}::timestamptz
      from generate_series(1, ${ROWS}::int) as n`);
    await db.execute(sql`
      insert into launch.webhooks (id, realm, url, state, kinds, min_trade_wei, sealed_secret, challenge, created_at)
      select n::text, 'live', '', 'active', '{}', 0, '\\x00', '', ${NOW}::timestamptz
      from generate_series(1, 200) as n`);
    await db.execute(sql`
      insert into launch.webhook_deliveries (webhook_id, event_key, kind, lane, data, created_at, next_at, expires_at)
      select (1 + n % 200)::text, n::text, 'trade', '', '{}', ${NOW}::timestamptz, ${NOW}::timestamptz, ${NOW}::timestamptz
      from generate_series(1, ${ROWS}::int) as n`);
    await db.$client.query("vacuum analyze");
    pool = new pg.Pool({ connectionString: database.url });
    // The server may stop before it has read the end of a connection.
    pool.on("error", () => undefined);
    recorded = explainable(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.stop();
  });

  /** The plans of the statements that read or change rows, as planned once for all values. */
  async function plansOf(ask: (db: typeof recorded.db) => Promise<unknown>): Promise<string> {
    const before = recorded.statements().length;
    await ask(recorded.db);
    const sent = recorded.statements().slice(before);
    const plans: string[] = [];
    for (const statement of sent.filter((text) =>
      /^\s*(select|with|\(|update|delete)/i.test(text),
    )) {
      const { rows } = await pool.query(`explain (generic_plan, costs off) ${statement}`);
      plans.push(JSON.stringify(rows));
    }
    expect(plans).not.toEqual([]);
    return plans.join("\n");
  }
  const jobs = (search?: string) => (db: typeof recorded.db) =>
    createJobList(db, REALMS).list({ search, limit: 50 });

  it.each([
    ["the console's page of jobs", jobs(), "transactions", "transactions_sequence"],
    ["the console's search for a job or account", jobs("7"), "transactions", "transactions_owner"],
    ["the console's search for a wallet", jobs(TOKEN), "transactions", "transactions_wallet"],
    ["the console's search for a hash", jobs(HASH), "transactions", "transactions_hash"],
    [
      "the removal of launches that nobody sent",
      (db: typeof recorded.db) => listUnsent(db, REALMS, NOW),
      "transactions",
      "transactions_unsent",
    ],
    [
      "the removal of their origins",
      (db: typeof recorded.db) => createLaunchOrigins(db, () => NOW).remove(["7"]),
      "launches",
      "launches_job",
    ],
    [
      "the change of a launch's token",
      (db: typeof recorded.db) =>
        createLaunchOrigins(db, () => NOW).move(db, { chainId: 8453, jobId: "7", token: TOKEN }),
      "launches",
      "launches_job",
    ],
    [
      "the search for users by name",
      (db: typeof recorded.db) => findStableIds(db, "live", NAMES),
      "identities",
      "identities_name",
    ],
  ])("%s", async (_, ask, table, index) => {
    const plans = await plansOf(ask);
    expect(plans).toContain(index);
    expect(plans).not.toContain(`Seq Scan on ${table}`);
  });

  it.each([managedWallets, providerWallets])("the claim of a name in %#", async (table) => {
    const person = { type: "twitter", stableId: "7" } as const;
    const plans = await plansOf((db) =>
      claimWallet(db, table, { realm: "live", person, username: "name7" }),
    );
    expect(plans).not.toContain("Seq Scan");
  });

  it("the metrics of transactions", async () => {
    const plans = await plansOf((db) =>
      readTotals(db, { chains: ["base"], realms: REALMS, now: NOW }),
    );
    expect(plans).toMatch(/transactions_finished[^}]*},{[^}]*Index Cond: \(\(kind = ANY/);
    expect(plans).not.toContain("Seq Scan");
  });

  it("the removal of deliveries to removed webhooks", async () => {
    await database.db.execute(sql`delete from launch.webhooks where id = '3'`);
    const plans = await plansOf((db) => createDeliveryUpkeep(db, () => NOW, "live").removeOld());
    expect(plans).toContain("Index Only Scan using webhook_deliveries_");
    expect(plans).not.toContain("Seq Scan on webhook_deliveries");
    const { rows } = await database.db.execute(sql`
      select count(distinct webhook_id)::int as webhooks, count(*)::int as rows from launch.webhook_deliveries`);
    expect(rows).toEqual([{ webhooks: 199, rows: ROWS - ROWS / 200 }]);
  });
});
