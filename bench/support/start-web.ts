import { type ChildProcess, spawn } from "node:child_process";
import { childEnv } from "@/lib/env";
import { liveness } from "@/lib/features/system/schema";
import { timeoutSignal } from "@/lib/shared/abort";
import packageJson from "@/package.json" with { type: "json" };
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";

const { scripts } = packageJson;
const START_MS = 60_000;
const KEY = `0x${"11".repeat(32)}`;

/** A standalone web server, as `npm run start:web` runs it, with its own rate-limit store. */
export type Web = {
  baseUrl: string;
  pid: number;
  storePid: number;
  /** The end of what it and its rate-limit store have written to standard error. */
  errors(): string;
  stop(): Promise<void>;
};

/** The variables of a web server without chains, except its addresses. */
export function webEnvironment(overrides: Parameters<typeof childEnv>[0]): NodeJS.ProcessEnv {
  return childEnv({
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    INNGEST_SIGNING_KEY: `signkey-prod-${"22".repeat(32)}`,
    INNGEST_EVENT_KEY: "bench",
    INNGEST_BASE_URL: "http://127.0.0.1:9",
    SERVER_WALLET_PRIVATE_KEY: KEY,
    WALLET_SEED_KEY: KEY,
    NEXTAUTH_SECRET: "a secret used only by a benchmark",
    SHUTDOWN_DELAY_MS: "0",
    ...overrides,
  });
}

/**
 * Starts `dist/server.mjs` of the last build on an existing database. No chain is configured, so
 * that only requests take time.
 * @param overrides additional variables, such as `MICRO_CACHE_BYTES_MAX`
 */
export async function startWeb(
  dataDir: string,
  databaseUrl: string,
  overrides: Parameters<typeof childEnv>[0] = {},
): Promise<Web> {
  const [port, storePort] = [await freePort(), await freePort()];
  const baseUrl = `http://127.0.0.1:${port}`;
  const env = webEnvironment({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    REDIS_URL: `redis://:bench@127.0.0.1:${storePort}`,
    ...overrides,
  });
  let output = "";
  let errors = "";
  const start = (args: readonly string[]) => {
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output = `${output}${text}`.slice(-4_000);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors = `${errors}${text}`.slice(-4_000);
      process.stderr.write(text);
    });
    return child;
  };
  const store = start(["dist/store.mjs"]);
  const words = scripts["start:web"].split(" ");
  const web = start(words.slice(words.indexOf("node") + 1));
  const stop = () => Promise.all([end(web), end(store)]).then(() => undefined);
  try {
    const isUp = async () => web.exitCode !== null || (await hasStore(`${baseUrl}/livez`));
    if ((await waitUntil(isUp, { timeoutMs: START_MS, everyMs: 100 })) === null) {
      throw new Error(`the web server did not respond in time:\n${output}`);
    }
    if (web.exitCode !== null)
      throw new Error(`the web server ended with ${web.exitCode}:\n${output}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { baseUrl, pid: web.pid ?? 0, storePid: store.pid ?? 0, errors: () => errors, stop };
}

async function hasStore(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: timeoutSignal(3_000) });
    return liveness.parse(await response.json()).checks.store;
  } catch {
    // Not listening yet.
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await gone;
}
