import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Stack } from "../setup/stack/start-stack";
import type { RealChain } from "./real-chain";

export const TARGET_PROCESSES = [
  "web",
  "engine",
  "store",
  "indexer",
  "sandbox chain",
  "real chain",
  "database",
  "supervisor",
] as const;
export type TargetProcess = (typeof TARGET_PROCESSES)[number];

const pidFile = z.object({ pid: z.number().int().positive() });

/**
 * Kills one process of a running stack with SIGKILL; false when it is not running at the moment.
 * The supervisor restarts its children; the caller restarts the supervisor.
 */
export async function killProcess(
  stack: Stack,
  real: RealChain,
  target: TargetProcess,
): Promise<boolean> {
  const pid = await findPid(stack, target, real).catch(() => null);
  if (pid === null) return false;
  try {
    process.kill(pid, "SIGKILL");
    return true;
  } catch {
    // The process exited before the signal.
    return false;
  }
}

/** The process id of a part; rejects when it has none at the moment. */
export async function findPid(
  stack: Stack,
  target: TargetProcess,
  real?: RealChain,
): Promise<number> {
  if (target === "supervisor") return stack.pid();
  if (target === "sandbox chain") return readPid(await findFile(stack.dataDir, "base/anvil.pid"));
  if (target === "real chain") {
    if (real === undefined) throw new Error("This launchpad has no real chain");
    return readPid(await findFile(real.dataDir, "anvil.pid"));
  }
  if (target === "database") {
    const path = await findFile(stack.dataDir, "postmaster.pid");
    return Number((await readFile(path, "utf8")).split("\n")[0]);
  }
  return readPid(join(stack.dataDir, "run", `${target}.json`));
}

export async function readPid(path: string): Promise<number> {
  return pidFile.parse(JSON.parse(await readFile(path, "utf8"))).pid;
}

export async function findFile(folder: string, name: string): Promise<string> {
  const files = await readdir(folder, { recursive: true });
  const found = files.find((file) => `/${file}`.endsWith(`/${name}`));
  if (found === undefined) throw new Error(`${name} is not there`);
  return join(folder, found);
}
