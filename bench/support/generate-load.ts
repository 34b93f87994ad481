import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);
const report = z.object({
  requests: z.object({ total: z.number() }),
  throughput: z.object({ total: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number(), max: z.number() }),
  duration: z.number(),
  errors: z.number(),
  non2xx: z.number(),
});

export type LoadRequest = { path: string; headers?: Record<string, string> };
export type LoadResult = {
  requests: number;
  seconds: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Mean of a response with its headers. */
  bytes: number;
};

/**
 * Sends requests in turn over `concurrency` connections for some seconds: autocannon in its own
 * process.
 * @param options.core core of the generator; null lets the system choose
 * @throws when a request failed or had no success status
 */
export async function generateLoad(options: {
  baseUrl: string;
  requests: readonly LoadRequest[];
  concurrency: number;
  seconds: number;
  core: number | null;
}): Promise<LoadResult> {
  const { baseUrl, requests, concurrency, seconds, core } = options;
  const folder = await mkdtemp(join(tmpdir(), "load-"));
  try {
    const har = join(folder, "requests.json");
    const entries = requests.map(({ path, headers = {} }) => ({
      request: {
        method: "GET",
        url: `${baseUrl}${path}`,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      },
    }));
    await writeFile(har, JSON.stringify({ log: { entries } }));
    const program = [
      ...(core === null ? [] : ["taskset", "-c", String(core)]),
      process.execPath,
      "node_modules/autocannon/autocannon.js",
      ...["-j", "-n", "-c", String(concurrency), "-d", String(seconds), "--har", har, baseUrl],
    ];
    const [command = "", ...rest] = program;
    const { stdout } = await run(command, rest, { maxBuffer: 2 ** 24 });
    const { latency, errors, non2xx, duration, throughput, ...result } = report.parse(
      JSON.parse(stdout),
    );
    if (errors > 0 || non2xx > 0) {
      throw new Error(`${errors} requests failed, ${non2xx} returned an error`);
    }
    const { total } = result.requests;
    return {
      requests: total,
      seconds: duration,
      perSecond: Math.round(total / duration),
      p50Ms: latency.p50,
      p99Ms: latency.p99,
      maxMs: latency.max,
      bytes: Math.round(throughput.total / total),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
