import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainable } from "@/bench/explain";
import { marketQuestions, SMALL_TABLES } from "@/bench/market-questions";
import { seedMarket } from "@/bench/seed-market";
import { createMarket } from "@/lib/db/market/create-market";
import { migrate } from "@/lib/db/migrate";
import { type PostgresServer, startPostgres } from "@/sandbox/postgres/start-postgres";

/** A small form of `bench/market-queries.ts`, which asks the same at 100,000 tokens. */
const SIZE = { chain: 84_532, tokens: 3_000, trades: 60_000, holders: 10_000 };

describe("queries of the data interface on a large market", () => {
  let postgres: PostgresServer;
  let dataDir: string;
  let pool: pg.Pool;
  let explain: ReturnType<typeof explainable>;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "market-scale-"));
    postgres = await startPostgres({ dataDir, password: "test" });
    await migrate(postgres.url, "lib/db/migrations");
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

  it("read no table as a whole", async () => {
    const questions = marketQuestions(createMarket(explain.db), SIZE);
    expect(questions.length).toBeGreaterThan(30);
    for (const { name, ask } of questions) {
      const plans = await explain.plansOf(ask);
      expect(plans.length, name).toBeGreaterThan(0);
      for (const plan of plans) expect(plan, name).not.toMatch(SMALL_TABLES);
    }
  });
});
