import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { choosePort } from "@/sandbox/choose-port";
import { freePort } from "@/sandbox/process/free-port";
import { DataDirInUseError, lockDataDir } from "@/sandbox/process/lock-data-dir";
import { LogFile } from "@/sandbox/process/log-file";
import { readSecrets } from "@/sandbox/process/machine-secrets";
import { parseLogLine } from "@/sandbox/process/parse-log-line";
import { endOrphans, rememberProcess } from "@/sandbox/process/pid-files";
import { isAlive, processIdentity } from "@/sandbox/process/process-info";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway data "));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

/** An idle process that runs until it is killed. */
async function startUnrelated() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const end = () => {
    child.kill("SIGKILL");
    return exited;
  };
  return { pid: child.pid ?? 0, end };
}

test("rejects a second supervisor on a data folder in use, and accepts it once the folder is released", async () => {
  const unlock = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    new RegExp(`in use by another Slipway \\(process ${process.pid}\\)`),
  );
  await unlock();
  const again = await lockDataDir(dataDir);
  await again();
  expect(await readdir(dataDir)).toEqual([]);
});

test.each([
  ["a file", async () => join(dataDir, "file"), "it is a file"],
  [
    "a folder below a file",
    async () => join(dataDir, "file/below"),
    "a part of the path is a file",
  ],
])("%s as the data folder is refused in one line", async (_, pathOf, reason) => {
  await writeFile(join(dataDir, "file"), "");
  const path = await pathOf();
  await expect(lockDataDir(path)).rejects.toThrow(
    `The data folder ${path} cannot be used: ${reason}. Set DATA_DIR to a folder that this user can write.`,
  );
});

// `mkdir` of Node with `recursive` never ends there.
test.runIf(process.platform === "linux")("a data folder below /proc is refused", async () => {
  await expect(lockDataDir("/proc/slipway/data")).rejects.toThrow(
    "The data folder /proc/slipway/data cannot be used: that place does not allow new folders.",
  );
});

test.runIf(process.getuid?.() !== 0)(
  "a data folder that cannot be written is refused",
  async () => {
    await chmod(dataDir, 0o500);
    await expect(lockDataDir(dataDir)).rejects.toThrow(
      "this user has no permission to write there",
    );
    await chmod(dataDir, 0o700);
  },
);

test("creates the data folder with those above it, also twice at once", async () => {
  const path = join(dataDir, "a/b/c");
  const [first, second] = await Promise.allSettled([lockDataDir(path), lockDataDir(path)]);
  expect([first.status, second.status].sort()).toEqual(["fulfilled", "rejected"]);
});

test("takes over the lock of a dead process, even when its pid was reused", async () => {
  const path = join(dataDir, "supervisor.lock");
  const other = await startUnrelated();
  await writeFile(path, JSON.stringify({ pid: other.pid, identity: "an earlier start time" }));
  const unlock = await lockDataDir(dataDir);
  await unlock();
  const identity = await processIdentity(other.pid);
  await other.end();
  await writeFile(path, JSON.stringify({ pid: other.pid, identity }));
  await (await lockDataDir(dataDir))();
  await writeFile(path, "{half");
  await (await lockDataDir(dataDir))();
});

test.each([
  ["on a stale lock", 0],
  ["on a stale lock that others died over", 2],
])("gives the folder to exactly one of many processes that start at once %s", async (_, deaths) => {
  for (let round = 0; round < 30; round += 1) {
    let path = join(dataDir, "supervisor.lock");
    for (let death = 0; death <= deaths; death += 1) {
      const text = JSON.stringify({ pid: 1, identity: `gone ${death}` });
      await writeFile(path, text);
      path += `.${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
    }
    const starts = Array.from({ length: 24 }, () => lockDataDir(dataDir));
    const results = await Promise.allSettled(starts);
    const taken = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(taken).toHaveLength(1);
    for (const one of results) {
      if (one.status === "rejected") expect(one.reason).toBeInstanceOf(DataDirInUseError);
    }
    expect(await readdir(dataDir)).toEqual(["supervisor.lock"]);
    for (const giveBack of taken) await giveBack();
  }
});

test("generates secrets once, readable by the owner only, and adds missing ones", async () => {
  const first = await readSecrets(dataDir);
  const path = join(dataDir, "secrets.json");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(first.serverWalletPrivateKey).toMatch(/^0x[0-9a-f]{64}$/);
  expect(await readSecrets(dataDir)).toEqual(first);
  const { faucetToken, ...older } = first;
  await writeFile(path, JSON.stringify(older));
  const completed = await readSecrets(dataDir);
  expect(completed).toMatchObject(older);
  expect(completed.faucetToken).not.toBe(faucetToken);
  expect(await readSecrets(dataDir)).toEqual(completed);
});

test("refuses to start with damaged or missing secrets beside existing data, and does not change them", async () => {
  const path = join(dataDir, "secrets.json");
  await mkdir(join(dataDir, "postgres"));
  await expect(readSecrets(dataDir)).rejects.toThrow(/missing, but the folder contains data/);
  await writeFile(path, '{"postgresPassword": "x');
  await expect(readSecrets(dataDir)).rejects.toThrow(/not a JSON object/);
  expect(await readFile(path, "utf8")).toBe('{"postgresPassword": "x');
  await writeFile(path, JSON.stringify({ walletSeedKey: "0x12" }));
  await expect(readSecrets(dataDir)).rejects.toThrow(/invalid value of walletSeedKey/);
});

test("reports a port in use with the command for the next free one", async () => {
  const port = await freePort();
  expect(await choosePort({ port, host: undefined, command: "npm start" })).toBe(port);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, resolve));
  try {
    await expect(choosePort({ port, host: undefined, command: "npm start" })).rejects.toThrow(
      /^Port \d+ is taken; (\d+) is free\. Run: PORT=\1 npm start$/,
    );
  } finally {
    server.close();
  }
});

test("ends children that outlived their supervisor, and no other processes", async () => {
  const orphan = await startUnrelated();
  const unrelated = await startUnrelated();
  await rememberProcess(dataDir, "web", orphan.pid);
  await writeFile(
    join(dataDir, "run", "store.json"),
    JSON.stringify({ pid: unrelated.pid, identity: "an earlier start time" }),
  );
  await writeFile(join(dataDir, "run", "engine.json"), "{half");
  await endOrphans(dataDir);
  expect(await isAlive(orphan.pid)).toBe(false);
  expect(await isAlive(unrelated.pid)).toBe(true);
  expect(await readdir(join(dataDir, "run"))).toEqual([]);
  await unrelated.end();
});

test("rotates a log file at its size limit and keeps one older file", async () => {
  const path = join(dataDir, "logs", "web.log");
  const file = new LogFile(path, 100);
  for (let line = 0; line < 12; line += 1) file.write(`line ${line} `.padEnd(30, "."));
  file.close();
  expect(await readdir(join(dataDir, "logs"))).toEqual(["web.log", "web.log.1"]);
  expect(await readFile(path, "utf8")).toMatch(/line 11/);
  expect((await stat(path)).size).toBeLessThanOrEqual(100);
});

test("formats log lines as readable text", () => {
  const line = { level: 40, time: 1, pid: 2, hostname: "h", name: "web", job: "a1", msg: "slow" };
  expect(parseLogLine(JSON.stringify(line), "info")).toEqual({
    level: "warn",
    text: "slow (job=a1)",
  });
  const failed = { level: 50, msg: "failed", err: { message: "boom" } };
  expect(parseLogLine(JSON.stringify(failed), "info")).toEqual({
    level: "error",
    text: "failed: boom",
  });
  expect(parseLogLine("plain text", "warn")).toEqual({ level: "warn", text: "plain text" });
  expect(parseLogLine("12", "info")).toEqual({ level: "info", text: "12" });
});

test.runIf(process.getuid?.() !== 0)("refuses to start when secrets cannot be read", async () => {
  await readSecrets(dataDir);
  await chmod(join(dataDir, "secrets.json"), 0o000);
  await expect(readSecrets(dataDir)).rejects.toThrow(/cannot be used/);
});
