import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);
const report = z.object({ requests: z.number(), seconds: z.number(), p99Ms: z.number() });

/**
 * Requests one URL from many callers in turn, identified by `X-Forwarded-For`, over `concurrency`
 * connections for some seconds, from its own process.
 * @param options.core core of the generator; null lets the system choose
 * @throws when a response was not 200
 */
export async function floodWithCallers(options: {
  baseUrl: string;
  path: string;
  callers: number;
  concurrency: number;
  seconds: number;
  core: number | null;
}): Promise<{ perSecond: number; p99Ms: number }> {
  const { core, ...flood } = options;
  const pinned = core === null ? [] : ["taskset", "-c", String(core)];
  const [command = "", ...rest] = [
    ...pinned,
    ...[process.execPath, "--import", "tsx", "bench/support/flood-process.ts"],
    JSON.stringify(flood),
  ];
  const { stdout } = await run(command, rest);
  const { requests, seconds, p99Ms } = report.parse(JSON.parse(stdout));
  return { perSecond: Math.round(requests / seconds), p99Ms };
}
