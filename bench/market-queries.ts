import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { migrate } from "@/lib/drivers/db/migrate";
import { createMarket } from "@/lib/features/market/store/create-market";
import { startPostgres } from "@/sandbox/postgres/start-postgres";
import { explainable } from "./explain";
import { marketQueryCases, SMALL_TABLES } from "./market-query-cases";
import { seedMarket } from "./seed-market";

/**
 * Every query of the Data API with 100,000 tokens and 10,000,000 trades: checks that its plan does
 * not scan a whole table, and measures its time. `npx tsx bench/market-queries.ts`.
 */
const { values } = parseArgs({
  options: {
    tokens: { type: "string", default: "100000" },
    trades: { type: "string", default: "10000000" },
  },
});
const size = {
  chainId: 84_532,
  tokens: Number(values.tokens),
  trades: Number(values.trades),
  holders: 100_000,
};
const ROUNDS = 30;

const dataDir = await mkdtemp(join(tmpdir(), "market-bench-"));
const postgres = await startPostgres({ dataDir, password: "bench" });
await migrate(postgres.url, "lib/drivers/db/migrations");
const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
pool.on("error", () => undefined);
const { db, plansOf } = explainable(pool);
const startedAt = performance.now();
await seedMarket(db, size, (text) => {
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${text}\n`);
});

const results: { name: string; medianMs: number; p99Ms: number; indexed: boolean }[] = [];
for (const { name, ask } of marketQueryCases(createMarket(db), size)) {
  const plans = await plansOf(ask);
  const wrong = plans.filter((plan) => SMALL_TABLES.test(plan));
  for (const plan of wrong) process.stderr.write(`${name} scans a whole table:\n${plan}\n`);
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const before = performance.now();
    await ask();
    times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => Number((times[Math.floor(part * (ROUNDS - 1))] ?? 0).toFixed(2));
  results.push({ name, medianMs: at(0.5), p99Ms: at(0.99), indexed: wrong.length === 0 });
}
console.table(results);
console.log(JSON.stringify({ bench: "market-queries", ...size, results }));
await pool.end();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
process.exitCode = results.every(({ indexed }) => indexed) ? 0 : 1;
