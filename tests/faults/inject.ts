import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { findPid, type TargetProcess } from "../crash/kill-process";
import type { Stack } from "../setup/start-stack";

export type Fault = "killed" | "paused" | "slow";

/** Of each second, how long a slow process does not run. */
const STOPPED_MS = 900;
const RUNNING_MS = 100;

/**
 * Disturbs one process for a while. A killed one is started again by the supervisor; a paused one
 * accepts connections and answers nothing; a slow one runs a tenth of the time.
 */
export async function inject(
  stack: Stack,
  target: TargetProcess,
  fault: Fault,
  durationMs: number,
): Promise<void> {
  const pid = await findPid(stack, target);
  if (fault === "killed") {
    process.kill(pid, "SIGKILL");
    return;
  }
  // PostgreSQL serves each connection in a process of its own.
  const pids = target === "database" ? [pid, ...(await childrenOf(pid))] : [pid];
  const signal = (name: NodeJS.Signals) => {
    for (const one of pids) send(one, name);
  };
  const deadline = Date.now() + durationMs;
  while (Date.now() < deadline) {
    signal("SIGSTOP");
    await sleep(fault === "paused" ? durationMs : STOPPED_MS);
    signal("SIGCONT");
    if (fault === "slow") await sleep(RUNNING_MS);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // A connection's process has ended meanwhile.
    if (!(error instanceof Error) || !("code" in error) || error.code !== "ESRCH") throw error;
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}
