import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { childEnv } from "@/lib/env";
import { type ChildOptions, ManagedChild } from "@/sandbox/process/managed-child";
import { isAlive } from "@/sandbox/process/process-info";
import { Terminal } from "@/sandbox/process/terminal";
import { waitUntil } from "@/sandbox/process/wait-until";

const READY = "process.send({ type: 'ready' }); process.on('disconnect', () => process.exit(0));";
const FOREVER = "setInterval(() => {}, 1000);";

let folder: string;
let shown: string;
let children: ManagedChild[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway child "));
  shown = "";
  children = [];
});

afterEach(async () => {
  for (const child of children) await child.stop(500);
  await rm(folder, { recursive: true, force: true });
});

async function create(source: string, options: Partial<ChildOptions> = {}) {
  const script = join(folder, "child.mjs");
  await writeFile(script, source);
  const terminal = new Terminal(join(folder, "logs"), "warn", (text) => {
    shown += text;
  });
  const child = new ManagedChild({
    name: "part",
    script,
    env: { ...childEnv({}), NODE_ENV: "test" },
    dataDir: folder,
    terminal,
    isReady: "message",
    ...options,
  });
  children.push(child);
  return child;
}

/** The pid of a child once it differs from `before`. */
function nextPid(child: ManagedChild, before: number | null) {
  return waitUntil(() => (child.pid !== null && child.pid !== before ? child.pid : null), {
    timeoutMs: 10_000,
  });
}

test("restarts a killed child and reports it", async () => {
  const child = await create(`${READY} ${FOREVER}`);
  await child.start();
  const first = child.pid;
  process.kill(first ?? 0, "SIGKILL");
  const second = await nextPid(child, first);
  expect(second).not.toBeNull();
  await waitUntil(() => shown.includes("restarted in"), { timeoutMs: 10_000 });
  expect(shown).toMatch(/part +exited \(SIGKILL\); restarting in 0\.1 s/);
  expect(shown).toMatch(/part +restarted in/);
});

test.each([
  ["the system refuses", "/missing/node", /ENOENT[\s\S]*could not start.* in 0\.2 s/],
  ["Node refuses", "", /restart failed[\s\S]*could not start.* in 0\.2 s/],
])("restarts a child whose restart %s, and reports each attempt", async (_, program, reported) => {
  const child = await create(`${READY} ${FOREVER}`);
  await child.start();
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = program;
  process.kill(child.pid ?? 0, "SIGKILL");
  await waitUntil(() => reported.test(shown), { timeoutMs: 5000 });
  expect(shown).toMatch(reported);
  process.execPath = execPath;
  await waitUntil(() => shown.includes("restarted in"), { timeoutMs: 5000 });
  expect(shown).toMatch(/part +restarted in/);
});

test("reports why a first start could not create the process", async () => {
  const child = await create(READY);
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = "/missing/node";
  await expect(child.start()).rejects.toThrow(/"part" did not start/);
  expect(shown).toMatch(/spawn \/missing\/node ENOENT/);
});

test("increases the restart delay while a child exits before it is ready, and resets it afterwards", async () => {
  const flag = join(folder, "broken");
  const source = `import { existsSync } from "node:fs";
    if (existsSync(${JSON.stringify(flag)})) process.exit(3);
    ${READY} ${FOREVER}`;
  const child = await create(source);
  await child.start();
  await writeFile(flag, "");
  process.kill(child.pid ?? 0, "SIGKILL");
  await waitUntil(() => shown.includes("in 0.4 s"), { timeoutMs: 10_000 });
  expect(shown).toMatch(/SIGKILL.* in 0\.1 s[\s\S]*code 3.* in 0\.2 s[\s\S]*code 3.* in 0\.4 s/);
  await rm(flag);
  await waitUntil(() => shown.includes("restarted in"), { timeoutMs: 10_000 });
  shown = "";
  process.kill(child.pid ?? 0, "SIGKILL");
  expect(await waitUntil(() => shown.includes("in 0.1 s"), { timeoutMs: 5000 })).toBe(true);
});

test("starts a child again that is killed during its first start, as the message promises", async () => {
  const source = `import { appendFileSync, readFileSync } from "node:fs";
    const path = ${JSON.stringify(join(folder, "starts"))};
    appendFileSync(path, "x");
    const starts = readFileSync(path, "utf8").length;
    if (starts < 4) process.kill(process.pid, starts === 2 ? "SIGTERM" : "SIGKILL");
    if (starts === 4) process.exit(1);
    ${READY} ${FOREVER}`;
  const child = await create(source);
  await child.start();
  expect(shown).toMatch(
    /SIGKILL.* in 0\.1 s[\s\S]*SIGTERM.* in 0\.2 s[\s\S]*SIGKILL.* in 0\.4 s[\s\S]*code 1/,
  );
  const first = child.pid;
  process.kill(first ?? 0, "SIGKILL");
  expect(await nextPid(child, first)).not.toBeNull();
});

test("fails with an error that names the log when the first start fails", async () => {
  const child = await create("console.error('no such table'); process.exit(1);");
  await expect(child.start()).rejects.toThrow(/"part" did not start; see logs\/part\.log/);
  expect(shown).toMatch(/no such table/);
  expect(await readFile(join(folder, "logs", "part.log"), "utf8")).toMatch(/no such table/);
});

test("kills a child that ignores SIGTERM after the grace period", async () => {
  const child = await create(`process.on("SIGTERM", () => {}); ${READY} ${FOREVER}`);
  await child.start();
  const pid = child.pid ?? 0;
  await child.stop(150);
  expect(await isAlive(pid)).toBe(false);
  expect(child.pid).toBeNull();
});

test("prints warnings only and writes everything to the log file", async () => {
  const line = (level: number, msg: string) => JSON.stringify({ level, time: 1, msg });
  const lines = [line(30, "calm"), line(40, "odd"), line(40, "odd"), line(50, "bad"), "plain"];
  const source = `console.log(${JSON.stringify(lines.join("\n"))}); ${READY} ${FOREVER}`;
  const child = await create(source);
  await child.start();
  await waitUntil(() => shown.includes("bad"), { timeoutMs: 5000 });
  expect(shown).not.toMatch(/calm|plain/);
  expect(shown.match(/odd/g)).toHaveLength(1);
  const log = await readFile(join(folder, "logs", "part.log"), "utf8");
  expect(log.trim().split("\n")).toEqual(lines);
});
