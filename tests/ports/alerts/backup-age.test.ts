import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addBacklogMetrics } from "@/lib/features/system/metrics/add-backlog-metrics";
import { startTestDatabase } from "../../setup/database/postgres";
import { createLonelyContext } from "../support/open-pipeline";

const RPC_URL_BASE = "http://127.0.0.1:9";
let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/** The metric of a server with these variables, an hour from now; null if it is absent. */
async function ageInAnHour(variables: Record<string, string>): Promise<number | null> {
  const base = createLonelyContext({ DATABASE_URL: database.url, ...variables });
  addBacklogMetrics({ ...base, clock: { now: () => new Date(Date.now() + 3_600_000) } });
  const { text } = await base.metrics.render();
  const [, value] = /^slipway_backup_age_seconds (\S+)$/m.exec(text) ?? [];
  return value === undefined ? null : Number(value);
}

it("is that of the installation while there is no backup, if it has a real chain", async () => {
  await database.db.execute(
    sql`update launch.installation set created_at = now() - interval '10 hours'`,
  );
  expect(await ageInAnHour({ RPC_URL_BASE })).toBeCloseTo(11 * 3_600, -2);
  expect(await ageInAnHour({ RPC_URL_BASE, SANDBOX_PARTS: "base" })).toBeNull();
});

it("is that of the newest backup", async () => {
  await database.db.execute(
    sql`insert into storage.backups (taken_at) values (now() - interval '2 hours')`,
  );
  expect(await ageInAnHour({ RPC_URL_BASE })).toBeCloseTo(3 * 3_600, -2);
});
