import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { childEnv } from "@/lib/env";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";
import { type Browser, createBrowser } from "../../setup/create-browser";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { act, signInAdmin } from "../../setup/stack/start-console";

/** A web server of the build that is killed with SIGKILL while it makes changes. */

const START_MS = 120_000;
const operator = privateKeyToAccount(generatePrivateKey());
let fixture: ServiceFixture;
let server: ChildProcess | null = null;
let origin = "";

beforeAll(async () => {
  fixture = await createServiceFixture();
  origin = `http://127.0.0.1:${await freePort()}`;
  await start();
});
afterAll(async () => {
  await kill();
  await fixture.stop();
});

async function start(): Promise<void> {
  const child = spawn(process.execPath, ["dist/server.mjs"], {
    env: childEnv({
      ...fixture.variables,
      HOST: "127.0.0.1",
      PORT: new URL(origin).port,
      ADMIN_WALLETS: `${operator.address}:operator`,
      RATE_LIMIT_EXEMPT: "127.0.0.0/8",
      NODE_ENV: "production",
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  server = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-20_000);
    });
  }
  const isUp = async () => child.exitCode !== null || (await isReady());
  const found = await waitUntil(isUp, { timeoutMs: START_MS, everyMs: 50 });
  if (found === null || child.exitCode !== null) throw new Error(output);
}

/** Not /livez: this server has no rate-limit store and no job engine. */
async function isReady(): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function kill(): Promise<void> {
  if (server === null || server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, "exit");
  server.kill("SIGKILL");
  await gone;
}

async function signIn(): Promise<Browser> {
  const browser = createBrowser(origin, (request) => fetch(request));
  expect((await signInAdmin(browser, origin, operator)).status).toBe(200);
  return browser;
}
/** @returns the status; null if the server was killed before it answered */
const setQuota = (browser: Browser, quota: number): Promise<number | null> =>
  act(browser, "quota.set", { policy: "rpc", quota }).then(
    ({ status }) => status,
    () => null,
  );

const settingRows = z.array(z.object({ value: z.number() }));
const entryRows = z.array(z.object({ before: z.number().nullable(), after: z.number() }));
const countRows = z.tuple([z.object({ count: z.coerce.number() })]);

async function storedQuota(): Promise<number | null> {
  const statement = "select value from launch.settings where key = 'quota:rpc'";
  return settingRows.parse((await fixture.db.$client.query(statement)).rows)[0]?.value ?? null;
}
async function entries() {
  const statement =
    "select before, after from admin.audit_log where target = 'quota:rpc' order by id";
  return entryRows.parse((await fixture.db.$client.query(statement)).rows);
}
async function count(statement: string): Promise<number> {
  return countRows.parse((await fixture.db.$client.query(statement)).rows)[0].count;
}
/** Waits until the database has ended the transactions of the killed server. */
async function untilRolledBack(): Promise<void> {
  const statement = `select count(*) from pg_stat_activity
    where application_name like 'slipway%' and state like '%in transaction%'`;
  await expect.poll(() => count(statement)).toBe(0);
}

it("stores neither the change nor its entry when it is killed between the two", async () => {
  const browser = await signIn();
  const lock = await fixture.db.$client.connect();
  try {
    await lock.query("begin");
    // The entry waits for this lock; the change before it does not.
    await lock.query("lock table admin.audit_log in share mode");
    const answer = setQuota(browser, 111);
    const waiting =
      "select count(*) from pg_locks where not granted and relation = 'admin.audit_log'::regclass";
    await expect.poll(() => count(waiting)).toBe(1);
    await kill();
    expect(await answer).toBeNull();
    await lock.query("rollback");
  } finally {
    lock.release();
  }
  await expect.poll(() => count("select count(*) from pg_locks where not granted")).toBe(0);
  await untilRolledBack();
  expect(await storedQuota()).toBeNull();
  expect(await entries()).toEqual([]);
  await start();
});

it("has an entry for every change and a change for every entry, however often it is killed", async () => {
  let quota = 1_000;
  for (const answered of [1, 4, 9]) {
    const browser = await signIn();
    let done = 0;
    const acknowledged: number[] = [];
    const sent = Array.from({ length: 30 }, async () => {
      quota += 1;
      const own = quota;
      if ((await setQuota(browser, own)) === 200) acknowledged.push(own);
      done += 1;
      if (done === answered) await kill();
    });
    await Promise.all(sent);
    await kill();
    await untilRolledBack();
    const log = await entries();
    expect(log.map(({ after }) => after)).toEqual(expect.arrayContaining(acknowledged));
    expect(log.map(({ before }) => before)).toEqual([
      null,
      ...log.slice(0, -1).map(({ after }) => after),
    ]);
    expect(log.at(-1)?.after).toBe(await storedQuota());
    await start();
  }
});
