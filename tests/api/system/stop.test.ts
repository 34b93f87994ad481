import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWeb, type Web, webEnvironment } from "@/bench/support/start-web";
import { startTestDatabase } from "../../setup/postgres";
import { startBalancer } from "../../setup/start-balancer";

const PATH = "/v1/base-sepolia/tokens";
/** Long enough for a busy machine to notice; the balancer checks every 50 ms. */
const SHUTDOWN_DELAY_MS = "3000";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let dataDir: string;
let webs: Web[];
beforeAll(async () => {
  database = await startTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "slipway-stop-"));
  const variables = { SHUTDOWN_DELAY_MS, RATE_LIMIT_EXEMPT: "127.0.0.1/32", LOG_LEVEL: "warn" };
  webs = [
    await startWeb(dataDir, database.url, variables),
    await startWeb(dataDir, database.url, variables),
  ];
});
afterAll(async () => {
  await Promise.all(webs.map((web) => web.stop()));
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Sends requests one after the other on several lines until stopped. */
function generateLoad(url: string) {
  const stopping = new AbortController();
  const failures: string[] = [];
  let sent = 0;
  const line = async () => {
    while (!stopping.signal.aborted) {
      sent += 1;
      const response = await fetch(`${url}${PATH}`).catch((error: unknown) => String(error));
      if (typeof response === "string") failures.push(response);
      else if (response.status !== 200)
        failures.push(`${response.status} ${await response.text()}`);
      else await response.arrayBuffer();
      await sleep(5);
    }
  };
  const lines = Array.from({ length: 8 }, line);
  return {
    sent: () => sent,
    async stop() {
      stopping.abort();
      await Promise.all(lines);
      return failures;
    },
  };
}

it("a balancer that checks readiness loses no request when a web server stops", async () => {
  const [leaving, staying] = webs;
  if (leaving === undefined || staying === undefined) throw new Error("no web servers");
  const balancer = await startBalancer([leaving.baseUrl, staying.baseUrl]);
  try {
    await expect.poll(() => balancer.ready().length).toBe(2);
    const load = generateLoad(balancer.url);
    await expect.poll(() => load.sent()).toBeGreaterThan(50);
    process.kill(leaving.pid, "SIGTERM");
    await expect.poll(() => balancer.ready()).toEqual([staying.baseUrl]);
    // Not ready, but it serves what the balancer has already sent.
    expect((await fetch(`${leaving.baseUrl}${PATH}`)).status).toBe(200);
    const ready = await fetch(`${leaving.baseUrl}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      ready: false,
      checks: { database: true, migrations: true, accepting: false },
      reasons: ["The server is stopping."],
    });
    await leaving.stop();
    const before = load.sent();
    await expect.poll(() => load.sent()).toBeGreaterThan(before + 50);
    expect(await load.stop()).toEqual([]);
  } finally {
    await balancer.stop();
  }
});

it("a taken port ends the process with a message and exit code 1", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const address = taken.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const child = spawn(process.execPath, ["dist/server.mjs"], {
    env: webEnvironment({
      PORT: String(address.port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      REDIS_URL: "redis://127.0.0.1:9",
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, "close");
  taken.close();
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining(`port ${address.port} is taken: set PORT to another one`),
  });
});
