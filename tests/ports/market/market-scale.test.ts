import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { explainable } from "@/bench/explain";
import { marketQueryCases, SMALL_TABLES } from "@/bench/market-query-cases";
import { seedMarket } from "@/bench/seed-market";
import { createReadingDatabase } from "@/lib/drivers/db/create-database";
import { createMarket } from "@/lib/features/market/store/create-market";
import type { PostgresServer } from "@/sandbox/postgres/start-postgres";
import { startMigrated } from "../../setup/database/migrated-cluster";

/** A small form of `bench/market-queries.ts`, which runs the same queries on 100,000 tokens. */
const SIZE = { chainId: 84_532, tokens: 3_000, trades: 60_000, holders: 10_000 };
/** Postgres: read_only_sql_transaction. */
const READ_ONLY_TRANSACTION = "25006";

describe("Data API queries on a large market", () => {
  let postgres: PostgresServer;
  let dataDir: string;
  let pool: pg.Pool;
  let explain: ReturnType<typeof explainable>;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "market-scale-"));
    postgres = await startMigrated({ dataDir });
    pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
    pool.on("error", () => undefined);
    explain = explainable(pool);
    await seedMarket(explain.db, SIZE);
  });
  afterAll(async () => {
    await pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it("scan no table in full", async () => {
    const questions = marketQueryCases(createMarket(explain.db), SIZE);
    expect(questions.length).toBeGreaterThan(30);
    for (const { name, ask } of questions) {
      const plans = await explain.plansOf(ask);
      expect(plans.length, name).toBeGreaterThan(0);
      for (const plan of plans) expect(plan, name).not.toMatch(SMALL_TABLES);
    }
  });

  it("are planned once per read connection, which cannot write", async () => {
    const reading = createReadingDatabase({
      url: postgres.url,
      connectionsMax: 1,
      onError: () => undefined,
    });
    try {
      const plain = marketQueryCases(createMarket(explain.db), SIZE);
      const planned = marketQueryCases(createMarket(reading), SIZE);
      const newest = await Promise.all(plain.map(({ ask }) => ask()));
      async function askAll(): Promise<void> {
        for (const [i, { name, ask }] of planned.entries()) {
          expect(await ask(), name).toEqual(newest[i]);
        }
      }
      // A statement is prepared at its twentieth use; then more than the five executions that
      // Postgres plans for specific values.
      for (let round = 0; round < 19 + 7; round += 1) await askAll();
      // Results that are remembered for a second execute their statement in fewer rounds.
      await vi.waitFor(
        async () => {
          await askAll();
          const { rows } = await reading.execute<{ custom: number; least: number }>(sql`
            select sum(custom_plans)::int as custom, min(generic_plans)::int as least
            from pg_prepared_statements where statement not like '%pg_prepared_statements%'`);
          const [{ custom, least } = { custom: -1, least: -1 }] = rows;
          expect(custom).toBe(0);
          expect(least).toBeGreaterThanOrEqual(7);
        },
        { timeout: 60_000, interval: 10 },
      );
      await expect(reading.execute(sql`delete from market.tokens`)).rejects.toMatchObject({
        cause: { code: READ_ONLY_TRANSACTION },
      });
    } finally {
      await reading.$client.end();
    }
  });
});
