import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { freePort } from "../process/free-port";
import { commandLine, processIdentity } from "../process/process-info";
import { SandboxError } from "../process/sandbox-error";
import { stopProcess } from "../process/stop-process";
import { waitUntil } from "../process/wait-until";
import { writeFileAtomic } from "../process/write-file-atomic";
import { anvilProgram } from "./anvil-program";
import { RpcConnection } from "./rpc-connection";

const pidSchema = z.object({ pid: z.number().int().positive(), identity: z.string() });

export type Anvil = {
  pid: number;
  rpc: RpcConnection;
  exited: Promise<void>;
  stop(): Promise<void>;
};

/** Stops the anvil of a killed supervisor, after verifying that the process is one. */
export async function killOrphan(folder: string): Promise<void> {
  const path = join(folder, "anvil.pid");
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return;
  const parsed = z.preprocess((value) => {
    try {
      return JSON.parse(String(value));
    } catch {
      return null;
    }
  }, pidSchema);
  const known = parsed.safeParse(text);
  if (known.success) {
    const { pid, identity } = known.data;
    const isOurs =
      (await processIdentity(pid)) === identity && /anvil/.test((await commandLine(pid)) ?? "");
    if (isOurs) await stopProcess(pid, { signal: "SIGKILL", graceMs: 0 });
  }
  await rm(path, { force: true });
}

/**
 * Starts anvil on a free port of a secret loopback address and returns when it responds: automine,
 * no unlocked accounts, no state history, no CORS.
 * @param options.genesisTime seconds since 1970 of block 0, so that a replay can keep all times
 * @param options.stateFile a snapshot to load
 * @throws SandboxError when anvil exits instead of starting
 */
export async function startAnvil(options: {
  folder: string;
  chainId: number;
  genesisTime: number;
  stateFile: string | null;
  log: (line: string) => void;
}): Promise<Anvil> {
  const port = await freePort();
  const host = secretLoopbackHost();
  const args = [
    ["--host", host, "--port", String(port), "--no-cors"],
    ["--chain-id", String(options.chainId)],
    ["--accounts", "0", "--prune-history", "--timestamp", String(options.genesisTime), "--quiet"],
    options.stateFile === null ? [] : ["--load-state", options.stateFile],
  ].flat();
  const child = spawn(anvilProgram(), args, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on("line", options.log);
  }
  const gone = new AbortController();
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  exited.then(() => gone.abort());
  const { pid } = child;
  if (pid === undefined) throw new SandboxError("Could not start anvil.");
  const rpc = new RpcConnection(host, port);
  const stop = async () => {
    rpc.close();
    if (child.exitCode !== null || child.signalCode !== null) return;
    // All persistent state is in the journal, so there is nothing to wait for.
    await stopProcess(pid, { signal: "SIGKILL", graceMs: 0 });
    await exited;
  };
  const identity = (await processIdentity(pid)) ?? "";
  await writeFileAtomic(join(options.folder, "anvil.pid"), JSON.stringify({ pid, identity }));
  const answered = await waitUntil(() => rpc.call("eth_chainId").catch(() => null), {
    timeoutMs: 30_000,
    everyMs: 10,
    signal: gone.signal,
  });
  if (answered === null) {
    await stop();
    throw new SandboxError("anvil did not respond within 30 s.");
  }
  return { pid, rpc, exited, stop };
}

/**
 * A random loopback address. anvil serves everyone who reaches its port, including WebSockets of
 * web pages, and has no password; on Linux all of 127.0.0.0/8 is loopback, so its address is the
 * secret. Other systems only have 127.0.0.1.
 */
function secretLoopbackHost(): string {
  if (process.platform !== "linux") return "127.0.0.1";
  return ["127", ...Array.from({ length: 3 }, () => String(randomInt(1, 255)))].join(".");
}
