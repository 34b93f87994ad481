import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

export const FAULTS = ["killed", "paused", "slow", "lying"] as const;
export type Fault = (typeof FAULTS)[number];

/** A part of an installation that can be disturbed. */
export type Component = {
  name: string;
  /** Its process; null where only lies make sense. */
  process: {
    pid(): number | Promise<number>;
    /** Starts it after a kill; null if something else does. */
    start: (() => Promise<void>) | null;
    /** Whether it serves each connection in a process of its own. */
    hasChildren?: boolean;
  } | null;
  /** Starts and ends lies; null where none make sense. */
  lie: ((isLying: boolean) => void) | null;
};

/** Of each second, how long a slow process does not run. */
const STOPPED_MS = 900;
const RUNNING_MS = 100;
/** The pause before a killed process is started again, as in the systemd units. */
const RESTART_MS = 2_000;

/** The faults that make sense for a component. */
export function faultsOf({ process: target, lie }: Component): Fault[] {
  return FAULTS.filter((fault) => (fault === "lying" ? lie !== null : target !== null));
}

/**
 * Disturbs one component for a while. A killed one is started again after two seconds; a paused one
 * accepts connections and answers nothing; a slow one runs a tenth of the time; a lying one answers
 * with something else than it should.
 */
export async function disturb(
  component: Component,
  fault: Fault,
  durationMs: number,
): Promise<void> {
  if (fault === "lying") {
    component.lie?.(true);
    await sleep(durationMs);
    return component.lie?.(false);
  }
  const target = component.process;
  if (target === null) return;
  const pid = await target.pid();
  if (fault === "killed") {
    process.kill(pid, "SIGKILL");
    await sleep(RESTART_MS);
    await target.start?.();
    // The clients continue for as long as in the other cases.
    return void (await sleep(Math.max(0, durationMs - RESTART_MS)));
  }
  const pids = target.hasChildren === true ? [pid, ...(await childrenOf(pid))] : [pid];
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
