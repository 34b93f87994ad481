import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { commandLine, isAlive } from "../process/process-info";
import { stopProcess } from "../process/stop-process";

export interface RunningPostgres {
  pid: number;
  port: number;
}

/**
 * A server that still runs on this cluster, because the supervisor that started it was killed.
 * One that was started with other settings is stopped; a `postmaster.pid` whose process number now
 * belongs to something else is removed, because PostgreSQL itself would refuse to start over it.
 * @param settings the arguments (without the port) that a server of ours runs with
 */
export async function adoptPostgres(
  data: string,
  settings: readonly string[],
): Promise<RunningPostgres | null> {
  const path = join(data, "postmaster.pid");
  const lines = (await readFile(path, "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!(pid > 0)) return null;
  // Of a dead process PostgreSQL cleans up itself, after making sure no backend is left.
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
