import { type ChildProcess, spawn } from "node:child_process";
import { childEnv } from "@/lib/env";

/** The indexer as a process of its own, run from source. */
export async function startIndexer(environment: Parameters<typeof childEnv>[0]) {
  let output = "";
  const child = spawn(process.execPath, ["--import", "tsx", "lib/indexer/main.ts"], {
    env: childEnv({ NODE_ENV: "production", LOG_LEVEL: "info", ...environment }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-20_000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`the indexer ended with ${code}:\n${output}`)));
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** SIGTERM; answers the exit code. */
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
    /** What happens to it when its supervisor is killed. */
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
