import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Whether a process with this id exists (a zombie counts as gone). */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return stat === null || !/^\d+ \(.*\) Z/s.test(stat);
}

/** The command line of a process with single spaces between its arguments, or null. */
export async function commandLine(pid: number): Promise<string | null> {
  const raw = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
  if (raw !== null) return raw === "" ? null : raw.split("\0").join(" ").trim();
  if (process.platform === "linux") return null;
  const answer = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => null);
  const line = answer?.stdout.trim() ?? "";
  return line === "" ? null : line;
}

/**
 * Distinguishes two processes that had the same id one after the other: the start time where
 * available, otherwise the command line. Null when the process is gone.
 */
export async function processIdentity(pid: number): Promise<string | null> {
  if (!(await isAlive(pid))) return null;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // Field 22, counted after the closing bracket of the name, which may contain spaces.
  const startTicks = stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  return startTicks ?? (await commandLine(pid));
}
