import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { createReadingDatabase, type Database } from "@/lib/drivers/db/create-database";
import { startTestDatabase } from "../../setup/database/postgres";

const plan = z.array(z.object({ "QUERY PLAN": z.string() }));
/** Makes parallel plans cost nothing, as with a million tokens. */
const EAGER = ["parallel_setup_cost", "parallel_tuple_cost", "min_parallel_table_scan_size"];

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let reading: Database;
beforeAll(async () => {
  database = await startTestDatabase();
  for (const name of EAGER) await database.db.execute(`alter database slipway set ${name} = 0`);
  await database.db.execute("create table numbers as select generate_series(1, 5000) as n");
  await database.db.execute("analyze numbers");
  reading = createReadingDatabase({
    url: database.url,
    connectionsMax: 1,
    onError: () => undefined,
  });
});
afterAll(async () => {
  await reading.$client.end();
  await database.stop();
});

it("reads neither in parallel nor with compiled plans, which short queries wait for", async () => {
  const { rows } = await reading.$client.query("explain select * from numbers order by n limit 50");
  const lines = plan.parse(rows).map((row) => row["QUERY PLAN"]);
  expect(lines.join("\n")).toContain("Seq Scan on numbers");
  expect(lines.join("\n")).not.toMatch(/Gather|Parallel/);
  const { rows: settings } = await reading.$client.query("show jit");
  expect(settings).toEqual([{ jit: "off" }]);
});
