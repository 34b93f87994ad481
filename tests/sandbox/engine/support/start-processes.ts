import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { childEnv } from "@/lib/env";
import { freePort } from "@/sandbox/process/free-port";
import type { CrashAppOptions } from "./crash-app";
import { EVENT_KEY, SIGNING_KEY } from "./start-app";

const ROOT = resolve(import.meta.dirname, "../../../..");
const OUT = join(ROOT, "node_modules/.cache/engine-tests");

/** Bundles the engine and the app like `npm start`, so that each starts quickly. */
export async function buildProcesses(): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: {
      engine: "sandbox/engine/main.ts",
      app: "tests/sandbox/engine/support/crash-app.ts",
    },
    outdir: OUT,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
}

export type Processes = {
  engineUrl: string;
  kill(victim: "app" | "engine"): Promise<void>;
  start(victim: "app" | "engine"): void;
  stop(): Promise<void>;
};

/** App and engine as separate processes that can be killed and restarted. */
export async function startProcesses(
  databaseUrl: string,
  options: Pick<CrashAppOptions, "checkpointing" | "steps" | "stepMs">,
): Promise<Processes> {
  const [appPort, enginePort] = [await freePort(), await freePort()];
  const engineUrl = `http://127.0.0.1:${enginePort}`;
  const appOptions: CrashAppOptions = {
    ...options,
    port: appPort,
    engineUrl,
    databaseUrl,
    eventKey: EVENT_KEY,
    signingKey: SIGNING_KEY,
  };
  const env = childEnv({
    DATABASE_URL: databaseUrl,
    ENGINE_PORT: String(enginePort),
    ENGINE_APP_URL: `http://127.0.0.1:${appPort}/api/inngest`,
    INNGEST_SIGNING_KEY: SIGNING_KEY,
    INNGEST_EVENT_KEY: EVENT_KEY,
    LOG_LEVEL: "warn",
  });
  const children = new Map<"app" | "engine", ChildProcess>();
  const start = (name: "app" | "engine") => {
    const args = name === "app" ? [JSON.stringify(appOptions)] : [];
    const child = spawn(process.execPath, [join(OUT, `${name}.mjs`), ...args], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    children.set(name, child);
  };
  const kill = async (name: "app" | "engine") => {
    const child = children.get(name);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  start("engine");
  start("app");
  return {
    engineUrl,
    kill,
    start,
    async stop() {
      await Promise.all([kill("app"), kill("engine")]);
    },
  };
}
