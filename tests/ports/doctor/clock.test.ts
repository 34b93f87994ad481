import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runChecks } from "@/lib/doctor/run-checks";
import { childEnv, readEnv } from "@/lib/env";
import { startTestDatabase } from "../../setup/database/postgres";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-clock-"));
  database = await startTestDatabase();
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

it.each([
  ["600 seconds ahead of", 600_000, "warning", /^600 seconds ahead of the database's/],
  ["600 seconds behind", -600_000, "warning", /^600 seconds behind the database's/],
  ["as late as", 0, "ok", /^agrees with the database's$/],
])("the doctor finds a clock %s the database's", async (...given) => {
  const [, difference, status, found] = given;
  const realNow = Date.now;
  const spy = vi.spyOn(Date, "now").mockImplementation(() => realNow() + difference);
  const variables = { DATABASE_URL: database.url, DATA_DIR: folder };
  const findings = await runChecks(() => readEnv(childEnv(variables)));
  spy.mockRestore();
  expect(findings.filter(({ check }) => check === "clock")).toEqual([
    expect.objectContaining({ status, found: expect.stringMatching(found), stopsStart: false }),
  ]);
});
