import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";

export type RunningRedis = { port: number; pid: number; stop(): Promise<void> };

const START_MS = 20_000;

/**
 * The installed `redis-server` on a free port, without data on the disk.
 * @param options.password null for a server that asks for none
 * @returns null if none is installed
 */
export async function startRedis(options: {
  password: string | null;
}): Promise<RunningRedis | null> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "slipway-redis-"));
  const place = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  const secret = options.password === null ? [] : ["--requirepass", options.password];
  const child = spawn(
    "redis-server",
    [...place, ...secret, "--save", "", "--appendonly", "no"],
    // A connection that hangs during a pause must not keep the test's own output open.
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  let output = "";
  let isMissing = false;
  child.stdout.on("data", (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-10_000);
  });
  child.once("error", () => {
    isMissing = true;
  });
  const isUp = async () => isMissing || output.includes("Ready to accept connections");
  const found = await waitUntil(isUp, { timeoutMs: START_MS, everyMs: 20 });
  if (isMissing) {
    await rm(folder, { recursive: true });
    return null;
  }
  const { pid } = child;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, "exit");
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  };
  if (found === null || pid === undefined) {
    await stop();
    throw new Error(`redis-server did not start: ${output}`);
  }
  return { port, pid, stop };
}
