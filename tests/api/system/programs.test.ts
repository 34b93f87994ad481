import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { childEnv } from "@/lib/env";
import { freePort } from "@/sandbox/process/free-port";
import { stopProcess } from "@/sandbox/process/stop-process";
import { waitUntil } from "@/sandbox/process/wait-until";
import { startTestDatabase } from "../../setup/database/postgres";

/** The programs of a deployment on several machines, as an operator starts them. */

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let folder: string;
beforeAll(async () => {
  [database, folder] = await Promise.all([
    startTestDatabase(),
    mkdtemp(join(tmpdir(), "slipway-programs-")),
  ]);
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

type Overrides = Parameters<typeof childEnv>[0];

async function start(command: string, args: readonly string[], overrides: Overrides = {}) {
  const port = await freePort();
  const child = spawn(command, [...args], {
    env: childEnv({
      NODE_ENV: "production",
      LOG_LEVEL: "info",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      REDIS_URL: "redis://127.0.0.1:9",
      INNGEST_BASE_URL: "http://127.0.0.1:9",
      INNGEST_EVENT_KEY: "event-key",
      INNGEST_SIGNING_KEY: "signkey-test-00",
      SERVER_WALLET_PRIVATE_KEY: generatePrivateKey(),
      WALLET_SEED_KEY: `0x${"3c".repeat(32)}`,
      NEXTAUTH_SECRET: "a secret of the tests, long enough for them",
      ...overrides,
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(() => end(child, () => output));
  return {
    child,
    ended,
    output: () => output,
    untilSaid: async (text: string) => {
      const isSaid = () => output.includes(text) || child.exitCode !== null;
      await waitUntil(isSaid, { timeoutMs: 60_000 });
      expect(output).toContain(text);
    },
  };
}

/** The pid that a program writes into each line of its log. */
const pidIn = (output: string) => Number(/"pid":(\d+)/.exec(output)?.[1]);

/** Ends what a failed test has left running. */
async function end(child: ChildProcess, output: () => string): Promise<void> {
  const pid = pidIn(output());
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  if (pid > 0) await stopProcess(pid, { signal: "SIGKILL", graceMs: 1_000 });
}

describe("npm run start:*", () => {
  it.each([
    ["start:web", "listening"],
    ["start:indexer", "indexer started"],
  ])("%s stops cleanly when npm receives SIGTERM", async (script, isReady) => {
    // A chain without contracts: the indexer waits for them.
    const chain = { RPC_URL_BASE: "http://127.0.0.1:9", SANDBOX_PARTS: "base" };
    const program = await start("npm", ["run", script], chain);
    await program.untilSaid(isReady);
    const pid = pidIn(program.output());
    program.child.kill("SIGTERM");
    // Closed only when the program has closed its output as well.
    expect(await program.ended).toBe(0);
    expect(program.output()).toContain('"msg":"stopping"');
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});

describe("a web server", () => {
  it("does not start on a database that was not migrated, and says what to do", async () => {
    await database.db.execute("create database never_migrated");
    const url = new URL(database.url);
    url.pathname = "/never_migrated";
    const server = await start(process.execPath, ["dist/server.mjs"], { DATABASE_URL: url.href });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(
      /database \(DATABASE_URL\): \d+ migrations are missing\. Run: npm run migrate/,
    );
    expect(server.output()).not.toContain("listening");
  });

  it("does not start without the manifest of a real chain", async () => {
    const server = await start(process.execPath, ["dist/server.mjs"], {
      RPC_URL_BASE: "http://127.0.0.1:9",
      DEPLOYMENTS_DIR: folder,
    });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/\(DEPLOYMENTS_DIR\): .*base\.json does not exist/);
  });
});
