import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Redis } from "@upstash/redis";
import { build } from "esbuild";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { childEnv } from "@/lib/env";
import { freePort } from "@/sandbox/process/free-port";
import { type Store, startStore } from "@/sandbox/store/start-store";

const ROOT = resolve(import.meta.dirname, "../../..");
const log = pino({ level: "silent" });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "store-test-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function connect(store: Pick<Store, "url">): Redis {
  return new Redis({ url: store.url, token: "t", retry: false, enableTelemetry: false });
}

it("has every kind of value, its expiry and a script's effects after a restart", async () => {
  const file = join(folder, "kinds.log");
  const first = await startStore({ port: 0, token: "t", file, log });
  const before = connect(first);
  await before.set("text", "a\u0000é", { ex: 1_000 });
  await before.hset("hash", { a: 1 });
  await before.sadd("set", "a", "b", "c");
  const popped = await before.spop("set");
  await before.zadd("zset", { score: 1.5, member: "m" });
  await before.rpush("list", "x", "y");
  await before.eval(
    "redis.call('INCRBY', KEYS[1], 5) redis.call('PEXPIRE', KEYS[1], 60000)",
    ["n"],
    [],
  );
  await before.set("gone", "1", { px: 1 });
  await first.stop();

  const second = await startStore({ port: 0, token: "t", file, log });
  const after = connect(second);
  expect(await after.get("text")).toBe("a\u0000é");
  expect(await after.ttl("text")).toBeGreaterThan(900);
  expect(await after.hgetall("hash")).toEqual({ a: 1 });
  expect(await after.smembers("set")).toEqual(["a", "b", "c"].filter((it) => it !== popped));
  expect(await after.zscore("zset", "m")).toBe(1.5);
  expect(await after.lrange("list", 0, -1)).toEqual(["x", "y"]);
  expect(await after.get("n")).toBe(5);
  expect(await after.pttl("n")).toBeLessThanOrEqual(60_000);
  expect(await after.exists("gone")).toBe(0);
  await second.stop();
});

it("reads up to a torn line and writes on behind it", async () => {
  const file = join(folder, "torn.log");
  const first = await startStore({ port: 0, token: "t", file, log });
  await connect(first).incr("n");
  await first.stop();
  await appendFile(file, '{"at":1,"do":["INCR"');
  const second = await startStore({ port: 0, token: "t", file, log });
  expect(await connect(second).incr("n")).toBe(2);
  await second.stop();
  const third = await startStore({ port: 0, token: "t", file, log });
  expect(await connect(third).get("n")).toBe(2);
  await third.stop();
  await writeFile(file, "not a journal at all\n");
  const fourth = await startStore({ port: 0, token: "t", file, log });
  expect(await connect(fourth).dbsize()).toBe(0);
  await fourth.stop();
});

it("renews a file that is mostly past", async () => {
  const file = join(folder, "long.log");
  const store = await startStore({ port: 0, token: "t", file, log });
  const redis = connect(store);
  const value = "x".repeat(500_000);
  for (let round = 0; round < 12; round++) await redis.set("same", `${round}${value}`);
  const deadline = Date.now() + 5_000;
  while ((await stat(file)).size > 1_000_000) {
    expect(Date.now()).toBeLessThan(deadline);
    await redis.ping();
  }
  await redis.incr("n");
  await store.stop();
  const again = await startStore({ port: 0, token: "t", file, log });
  expect(await connect(again).get("same")).toBe(`11${value}`);
  expect(await connect(again).get("n")).toBe(1);
  await again.stop();
  expect((await readFile(file, "utf8")).split("\n")[0]).toContain('"key":"same"');
});

it("keeps within its limits: what expires soonest goes first", async () => {
  const store = await startStore({ port: 0, token: "t", log, keysMax: 50 });
  const redis = connect(store);
  await redis.set("kept", "forever");
  for (let index = 0; index < 120; index++)
    await redis.set(`k${index}`, index, { ex: 1_000 + index });
  expect(await redis.dbsize()).toBeLessThanOrEqual(50);
  expect(await redis.get("kept")).toBe("forever");
  expect(await redis.exists("k0")).toBe(0);
  expect(await redis.exists("k119")).toBe(1);
  const pipeline = redis.pipeline();
  for (let index = 0; index < 120; index++) pipeline.set(`p${index}`, index, { ex: 5_000 + index });
  await pipeline.exec();
  expect(await redis.exists("p119")).toBe(1);
  expect(await redis.get("kept")).toBe("forever");
  await store.stop();

  const full = await startStore({ port: 0, token: "t", log, keysMax: 10 });
  const other = connect(full);
  for (let index = 0; index < 10; index++) await other.set(`k${index}`, index);
  await expect(other.set("one-more", 1)).rejects.toThrow("OOM command not allowed");
  expect(await other.get("k9")).toBe(9);
  await full.stop();
});

it("loses nothing it has answered to a kill -9", async () => {
  const out = join(ROOT, "node_modules/.cache/store-tests/store.mjs");
  await build({
    absWorkingDir: ROOT,
    entryPoints: ["sandbox/store/main.ts"],
    outfile: out,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  const port = await freePort();
  const env = childEnv({
    STORE_PORT: String(port),
    STORE_FILE: join(folder, "killed.log"),
    UPSTASH_REDIS_REST_TOKEN: "t",
    LOG_LEVEL: "warn",
  });
  const start = () =>
    spawn(process.execPath, [out], { env, stdio: ["ignore", "ignore", "inherit"] });
  const redis = new Redis({
    url: `http://127.0.0.1:${port}`,
    token: "t",
    enableTelemetry: false,
    retry: { retries: 100, backoff: () => 20 },
  });
  let answered = 0;
  for (let round = 0; round < 3; round++) {
    const child = start();
    await redis.ping();
    for (let call = 0; call < 40; call++) answered = await redis.incr("count");
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const last = start();
  expect(await redis.get("count")).toBe(answered);
  expect(answered).toBe(120);
  last.kill("SIGTERM");
  const [code] = await once(last, "exit");
  expect(code).toBe(0);
});
