import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnv } from "@/lib/env";
import { liveness } from "@/lib/features/system/schema";
import { freePort } from "@/sandbox/process/free-port";
import { METRICS_TOKEN } from "../api/read-metrics";

const START_MS = 180_000;
const STOP_MS = 15_000;
/** A busy machine answers late; tests of services that hang set their own limit. */
export const PATIENT_MS = "15000";

/** A complete launchpad, as `npm start` runs it: own port, own data folder. */
export type Stack = {
  baseUrl: string;
  dataDir: string;
  /** The supervisor's process id. */
  pid(): number;
  /** The supervisor's output so far. */
  output(): string;
  /**
   * Restarts the supervisor on the same port and data: after a kill, or with other variables, for
   * which it is stopped first.
   */
  restart(changes?: Parameters<typeof childEnv>[0]): Promise<void>;
  /** Settles when the supervisor has exited; kills it after 15 s. */
  ended(): Promise<void>;
  /** Stops all processes and removes the data folder. */
  stop(): Promise<void>;
};

/**
 * Starts the supervisor and waits until the service is ready. Callers are identified by
 * `X-Forwarded-For`, as behind one proxy, so that a test can act as many users.
 * @param release where the built release is; a later restart starts what is there then
 */
export async function startStack(
  overrides: Parameters<typeof childEnv>[0] = {},
  release: { folder?: string } = {},
): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), "slipway test "));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  let output = "";
  let changed: Parameters<typeof childEnv>[0] = {};
  let supervisor = launch();

  function launch(): ChildProcess {
    const child = spawn(process.execPath, ["sandbox/start.mjs"], {
      cwd: release.folder,
      // The test runner's own NODE_ENV must not reach the product.
      env: childEnv({
        PORT: String(port),
        DATA_DIR: dataDir,
        TRUSTED_PROXY_HOPS: "1",
        METRICS_TOKEN,
        DEPENDENCY_TIMEOUT_MS: PATIENT_MS,
        NODE_ENV: "production",
        ...overrides,
        ...changed,
      }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const keep = (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-100_000);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    return child;
  }

  async function untilReady(): Promise<void> {
    const deadline = Date.now() + START_MS;
    while (!(await isHealthy(baseUrl))) {
      if (supervisor.exitCode !== null || Date.now() > deadline) {
        throw new Error(`The stack did not come up:\n${output}`);
      }
      await sleep(100);
    }
  }

  try {
    await untilReady();
  } catch (error) {
    await end();
    throw error;
  }
  return {
    baseUrl,
    dataDir,
    pid: () => supervisor.pid ?? 0,
    output: () => output,
    async restart(changes) {
      if (changes !== undefined) {
        changed = changes;
        supervisor.kill("SIGTERM");
      }
      await exited(supervisor);
      supervisor = launch();
      await untilReady();
    },
    ended: () => exited(supervisor),
    stop: end,
  };

  async function end(): Promise<void> {
    supervisor.kill("SIGTERM");
    await exited(supervisor);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Whether the service and all its dependencies respond. */
export async function isHealthy(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/livez`, { signal: AbortSignal.timeout(3_000) });
    return liveness.parse(await response.json()).status === "ok";
  } catch {
    // Not listening yet, or the server is stopping.
    return false;
  }
}

async function exited(child: ChildProcess): Promise<void> {
  const deadline = Date.now() + STOP_MS;
  while (child.exitCode === null && child.signalCode === null) {
    if (Date.now() > deadline) child.kill("SIGKILL");
    await sleep(25);
  }
}
