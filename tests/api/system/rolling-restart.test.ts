import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWeb, type Web } from "@/bench/support/start-web";
import { migrate } from "@/lib/drivers/db/migrate";
import { sendLoad } from "../../setup/api/send-load";
import { addMigrations } from "../../setup/database/add-migration";
import { startTestDatabase } from "../../setup/database/postgres";
import { startBalancer } from "../../setup/servers/start-balancer";

/** A list that is never cached, a cached one, a document and a page. */
const PATHS = [
  "/v1/base-sepolia/tokens?sort=newest",
  "/v1/base-sepolia/tokens",
  "/openapi/data.json",
  "/",
];
/** Long enough for the balancer to notice, also on a busy machine. */
const SHUTDOWN_DELAY_MS = "5000";
const REQUESTS = 60;
/** Additions of a later release while servers of this one run. */
const EXPAND = [
  `alter table "market"."tokens" add column "later" text default 'later' not null`,
  'create table "market"."later" ("id" integer primary key)',
];

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let dataDir: string;
let folder: string;
const webs: Web[] = [];
const start = async () => {
  const variables = { SHUTDOWN_DELAY_MS, RATE_LIMIT_EXEMPT: "127.0.0.1/32", LOG_LEVEL: "error" };
  const web = await startWeb(dataDir, database.url, variables);
  webs.push(web);
  return web;
};
beforeAll(async () => {
  database = await startTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "slipway-rolling-"));
  folder = await addMigrations(...EXPAND);
});
afterAll(async () => {
  await Promise.all(webs.map((web) => web.stop()));
  await database.stop();
  await Promise.all([dataDir, folder].map((path) => rm(path, { recursive: true, force: true })));
});

it("loses none of 50 requests a second while both web servers are replaced and the schema is expanded", async () => {
  const old = await Promise.all([start(), start()]);
  const balancer = await startBalancer(old.map(({ baseUrl }) => baseUrl));
  try {
    await expect.poll(() => balancer.ready().length).toBe(2);
    const load = sendLoad(balancer.url, PATHS);
    const untilServed = async () => {
      const before = load.served();
      await expect.poll(() => load.served()).toBeGreaterThan(before + REQUESTS);
    };
    await untilServed();
    await migrate(database.url, folder);
    await untilServed();
    for (const leaving of old) {
      process.kill(leaving.pid, "SIGTERM");
      await expect.poll(() => balancer.ready()).not.toContain(leaving.baseUrl);
      // Not ready, but it serves what the balancer has already sent.
      expect((await fetch(`${leaving.baseUrl}/v1/base-sepolia/tokens`)).status).toBe(200);
      const ready = await fetch(`${leaving.baseUrl}/readyz`);
      expect(ready.status).toBe(503);
      expect(await ready.json()).toMatchObject({
        ready: false,
        checks: { database: true, migrations: true, accepting: false },
        reasons: ["The server is stopping."],
      });
      // Servers of this release also start on the schema that a later one has expanded.
      const [next] = await Promise.all([start(), leaving.stop()]);
      balancer.add(next.baseUrl);
      await expect.poll(() => balancer.ready()).toContain(next.baseUrl);
      await untilServed();
    }
    expect(await load.stop()).toEqual([]);
  } finally {
    await balancer.stop();
  }
});
