import { type ChildProcess, spawn } from "node:child_process";
import { build } from "esbuild";
import { childEnv } from "@/lib/env";
import { waitUntil } from "@/sandbox/process/wait-until";

const READY_MS = 20_000;

let bundle: Promise<string> | null = null;

/** One bundle, as `npm start` runs it: loading TypeScript would delay the start by a second. */
async function makeBundle(): Promise<string> {
  const outfile = `node_modules/.cache/indexer-tests/indexer-${process.pid}.mjs`;
  await build({
    entryPoints: ["lib/indexer/main.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "error",
  });
  return outfile;
}

/** The bundle that `startIndexer` runs, built once. */
export function bundleIndexer(): Promise<string> {
  bundle ??= makeBundle();
  return bundle;
}

/**
 * Starts the indexer as a separate process.
 * @param readyMs how long it may take to catch up with the chain
 */
export async function startIndexer(
  environment: Parameters<typeof childEnv>[0],
  readyMs: number = READY_MS,
) {
  let output = "";
  const child = spawn(process.execPath, [await bundleIndexer()], {
    env: childEnv({ NODE_ENV: "production", LOG_LEVEL: "info", ...environment }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-20_000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`not ready in time:\n${output}`)), readyMs);
    child.once("message", () => {
      clearTimeout(late);
      resolve();
    });
    child.once("exit", (code) => reject(new Error(`the indexer ended with ${code}:\n${output}`)));
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    untilSaid: async (text: string) =>
      (await waitUntil(() => output.includes(text), { timeoutMs: 5_000 })) === true,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** Sends SIGTERM; returns the exit code. */
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
    /** Simulates that its supervisor is killed. */
    abandon: () => {
      child.disconnect();
      return exited(child);
    },
  };
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  return exited(child);
}

function exited(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once("exit", (code) => resolve(code)));
}
