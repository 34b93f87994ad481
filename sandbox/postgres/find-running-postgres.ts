import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { commandLine, isAlive } from "../process/process-info";
import { stopProcess } from "../process/stop-process";

export type RunningPostgres = {
  pid: number;
  port: number;
};

/**
 * Finds a running server on this cluster whose supervisor was killed. A server with other settings
 * is stopped. A `postmaster.pid` whose process id now belongs to another process is removed,
 * because PostgreSQL would refuse to start.
 * @param settings the arguments (without the port) of our servers
 */
export async function findRunningPostgres(
  data: string,
  settings: readonly string[],
): Promise<RunningPostgres | null> {
  const path = join(data, "postmaster.pid");
  const lines = (await readFile(path, "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!(pid > 0)) return null;
  // PostgreSQL cleans up after a dead process itself, after checking that no backend is left.
  if (!(await isAlive(pid))) return null;
  const line = await commandLine(pid);
  if (line === null || !/\bpostgres(\.exe)?\b/.test(line) || !line.includes(data)) {
    await rm(path, { force: true });
    return null;
  }
  const options = await readFile(join(data, "postmaster.opts"), "utf8").catch(() => "");
  const sameSettings = settings.every((setting) => options.includes(`"${setting}"`));
  if (sameSettings && port > 0 && lines[1] === data) return { pid, port };
  await stopProcess(pid, { signal: "SIGINT", graceMs: 5000 });
  return null;
}
