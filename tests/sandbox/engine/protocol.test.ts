import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@/sandbox/engine/database";
import { createRegistry } from "@/sandbox/engine/http/registry";
import { hashSigningKey } from "@/sandbox/engine/http/signature";
import { DEFAULT_SETTINGS } from "@/sandbox/engine/parts";
import { prune } from "@/sandbox/engine/runs/prune";
import { createClient, EVENT_KEY, SIGNING_KEY, startApp } from "./support/start-app";
import { startDatabase, type TestDatabase } from "./support/start-database";
import { eventually, type Harness, startHarness } from "./support/start-harness";

let database: TestDatabase;
let engine: Harness;
const calls: string[] = [];
let release: () => void = () => undefined;

beforeAll(async () => {
  database = await startDatabase();
  engine = await startHarness(database.url, (client) => [
    client.createFunction({ id: "quick", triggers: { event: "quick" } }, async ({ event }) => {
      calls.push("quick");
      return event.data;
    }),
    client.createFunction({ id: "held", triggers: { event: "held" } }, async ({ step }) => {
      await step.run("first", () => calls.push("first"));
      await step.run("hold", async () => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      });
      return "released";
    }),
  ]);
});
afterAll(async () => {
  await engine.stop();
  await database.stop();
});

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${engine.engine.url}${path}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers,
  });
}
const bearer = { authorization: `Bearer ${hashSigningKey(SIGNING_KEY)}` };

describe("access to the engine", () => {
  it.each([
    ["/e/wrong", { name: "quick" }, {}],
    ["/e/", { name: "quick" }, {}],
    ["/fn/register", { url: "http://127.0.0.1:1", functions: [] }, {}],
    ["/fn/register", { url: "http://127.0.0.1:1", functions: [] }, { authorization: "Bearer x" }],
    ["/v1/checkpoint/run/async", {}, { authorization: `Bearer ${SIGNING_KEY}` }],
  ])("rejects %s without the right key with 401", async (path, body, headers) => {
    expect((await post(path, body, { ...headers })).status).toBe(401);
  });

  it.each([
    ["not JSON", "{", 400],
    ["no name", [{ data: 1 }], 400],
  ])("%s returns %i", async (_, body, status) => {
    expect((await post(`/e/${EVENT_KEY}`, body)).status).toBe(status);
  });

  it("the app rejects an unsigned call", async () => {
    const app = await startApp(createClient(engine.engine.url), []);
    const unsigned = await fetch(`${app.url}?fnId=test-quick&stepId=step`, {
      method: "POST",
      body: "{}",
    });
    expect(unsigned.status).toBe(401);
    await app.stop();
  });
});

describe("events", () => {
  it("with the same seed are accepted once", async () => {
    const seed = { "x-inngest-event-id-seed": `${Date.now()},${btoa("abcdefghij")}` };
    const body = [{ name: "quick", data: { seeded: true } }];
    const first = await (await post(`/e/${EVENT_KEY}`, body, seed)).json();
    const second = await (await post(`/e/${EVENT_KEY}`, body, seed)).json();
    expect(second).toEqual(first);
    expect(first).toMatchObject({ status: 200, ids: [expect.any(String)] });
    const runs = await engine.ended("quick");
    expect(runs.filter((run) => run.event.data.seeded === true)).toHaveLength(1);
  });
});

describe("an event that cannot be delivered", () => {
  it("does not delay later events", async () => {
    await engine.pool.query(
      `INSERT INTO engine.events (id, name, payload) VALUES ('bad', 'quick', '{"no":"event"}')`,
    );
    await engine.client.send({ name: "quick", data: { behind: true } });
    await eventually(async () => {
      const runs = await engine.ended("quick");
      return runs.some((run) => run.event.data.behind === true) || null;
    }, "the event behind");
  });
});

describe("checkpoints", () => {
  it("of an abandoned call return 409, and repeated ones change nothing", async () => {
    await engine.client.send({ name: "held", data: {} });
    const job = await eventually(async () => {
      const found = await engine.pool.query<{ run_id: string; lease: string }>(
        `SELECT job.run_id, job.lease FROM engine.jobs job
         JOIN engine.steps step ON step.run_id = job.run_id AND step.name = 'first'
         WHERE job.lease IS NOT NULL AND step.status = 'completed'`,
      );
      return found.rows[0] ?? null;
    }, "the first step of a call under way");
    const report = (lease: string, data: unknown) =>
      post(
        `/v1/checkpoint/${job.run_id}/async`,
        {
          run_id: job.run_id,
          fn_id: "test-held",
          qi_id: lease,
          steps: [{ id: "aa", op: "StepRun", name: "extra", data }],
        },
        bearer,
      );
    expect((await report("00000000-0000-4000-8000-000000000000", 0)).status).toBe(409);
    expect((await report(job.lease, 1)).status).toBe(200);
    expect((await report(job.lease, 2)).status).toBe(200);
    const stored = await engine.pool.query(
      "SELECT data FROM engine.steps WHERE run_id = $1 AND id = 'aa'",
      [job.run_id],
    );
    expect(stored.rows).toEqual([{ data: 1 }]);
    await eventually(() => {
      release();
      return engine.runs("held").then(([run]) => (run?.status === "completed" ? true : null));
    }, "the held run");
    expect((await report(job.lease, 3)).status).toBe(409);
  });
});

describe("jobs page", () => {
  it("shows runs with escaped payloads and without scripts", async () => {
    await engine.client.send({ name: "quick", data: { text: "<script>alert(1)</script>" } });
    await eventually(async () => {
      const runs = await engine.runs("quick");
      return runs.some((run) => run.status === "completed" && run.event.data.text) || null;
    }, "the run");
    const page = await fetch(`${engine.engine.url}/jobs?status=completed`);
    const html = await page.text();
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(html).toContain("test-quick");
    expect(html).toContain("&#60;script&#62;");
    expect(html).not.toContain("<script");
  });

  it("rejects a foreign host name", async () => {
    const { request } = await import("node:http");
    const status = await new Promise((resolve, reject) => {
      request(`${engine.engine.url}/jobs`, { headers: { host: "evil.example" } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on("error", reject)
        .end();
    });
    expect(status).toBe(403);
  });
});

describe("registration by the app", () => {
  it("is accepted with the signing key and warns of ignored options", async () => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => lines.push(line) });
    const db = openDatabase(database.url, () => undefined, 1);
    const registry = createRegistry(db, log);
    const config = {
      id: "other-throttled",
      triggers: [{ event: "e" }],
      steps: { step: {} },
      throttle: { limit: 1, period: "1s" },
    };
    const app = { app_id: "other", url: "http://127.0.0.1:1/x", functions: [config] };
    expect(await registry.register(app, app.url)).toBe(true);
    expect(await registry.register(app, app.url)).toBe(false);
    expect(lines.join("")).toContain("option throttle is not implemented");
    await db.close();
  });

  it("is accepted for the configured URL only, even with the signing key", async () => {
    const own = { app_id: "third", url: engine.appUrl, functions: [] };
    expect((await post("/fn/register", own, bearer)).status).toBe(200);
    for (const url of ["http://198.51.100.66/api/inngest", `${engine.appUrl}/x`]) {
      expect((await post("/fn/register", { ...own, url }, bearer)).status).toBe(403);
    }
  });
});

describe("retention", () => {
  it("removes ended runs beyond the cap with their steps", async () => {
    const before = (await engine.runs("quick")).length;
    await engine.client.send([1, 2, 3].map((n) => ({ name: "quick", data: { n } })));
    await engine.ended("quick", before + 3);
    const db = openDatabase(database.url, () => undefined, 1);
    const log = pino({ level: "silent" });
    const settings = {
      ...DEFAULT_SETTINGS,
      keepRuns: 2,
      signingKey: SIGNING_KEY,
      eventKey: EVENT_KEY,
      appUrl: new URL(engine.engine.url),
    };
    expect(await prune({ db, log, registry: createRegistry(db, log), settings })).toBeGreaterThan(
      0,
    );
    const left = await engine.pool.query("SELECT 1 FROM engine.runs WHERE ended_at IS NOT NULL");
    expect(left.rowCount).toBe(2);
    await db.close();
  });
});
