import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);
const report = z.object({ requests: z.number(), seconds: z.number(), p99Ms: z.number() });

/**
 * Requests one address from many callers in turn, told apart by `X-Forwarded-For`, over
 * `concurrency` connections for some seconds, from a process of its own.
 * @param options.core where to keep the generator; null leaves it to the system
 * @throws when an answer was not 200
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
