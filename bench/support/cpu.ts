import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** Clock ticks per second in /proc; the same on every Linux that Node supports. */
const TICKS = 100;

/** CPU seconds of a process and its children, running and ended. Null outside Linux. */
export function cpuSeconds(pid: number): number | null {
  if (process.platform !== "linux") return null;
  const own = statOf(pid);
  if (own === null) return null;
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid);
  return [own, ...children].reduce((sum, { ticks }) => sum + ticks, 0) / TICKS;
}

/** CPU seconds of a process's main thread: in Node, of its event loop. Null outside Linux. */
export function threadSeconds(pid: number): number | null {
  if (process.platform !== "linux") return null;
  const text = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Field 4 is the parent; 14 to 17 are the times of the process and of its ended children. */
function statOf(pid: number): { parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    // It ended while the list was read.
    return null;
  }
}

/** Whether this machine can pin processes to cores. */
export function canPin(): boolean {
  if (availableParallelism() < 2) return false;
  try {
    execFileSync("taskset", ["-p", String(process.pid)], { stdio: "ignore" });
    return true;
  } catch {
    // Without taskset the figures depend on the scheduler; the bench prints this.
    return false;
  }
}

/** Pins a process and its threads to one core. */
export function pin(pid: number, core: number): void {
  execFileSync("taskset", ["-apc", String(core), String(pid)], { stdio: "ignore" });
}
