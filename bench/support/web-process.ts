import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { readMetrics } from "@/tests/setup/api/read-metrics";
import { pidOf } from "@/tests/setup/media/stored-files";
import type { Stack } from "@/tests/setup/stack/start-stack";

const KIB_PER_MB = 1e6 / 1024;

/**
 * An idle event loop next to the server's: its delay is what the machine and its other load add.
 */
export function startIdleThread(): { loopMaxMs(): Promise<number>; stop(): Promise<number> } {
  const thread = new Worker(new URL("./idle-thread.mjs", import.meta.url));
  return {
    async loopMaxMs() {
      thread.postMessage("now");
      const [ms] = await once(thread, "message");
      return z.number().parse(ms);
    },
    stop: () => thread.terminate(),
  };
}

/**
 * The web server's process of a running stack, observed from outside. Memory figures come from
 * Linux.
 */
export type WebProcess = {
  /** Resident memory now. */
  residentMb(): Promise<number>;
  /** Resets the peak of memory. */
  resetPeak(): Promise<void>;
  /** The highest resident memory since `resetPeak`. */
  peakMb(): Promise<number>;
  /**
   * The longest event-loop delay since the last call, from `/metrics`. An idle loop reports the 10
   * ms between two ticks.
   */
  loopMaxMs(): Promise<number>;
};

export async function openWebProcess(stack: Stack): Promise<WebProcess> {
  const folder = `/proc/${await pidOf(stack.dataDir, "web")}`;
  const readMb = async (field: "VmRSS" | "VmHWM") => {
    const text = await readFile(`${folder}/status`, "utf8");
    const kibibytes = Number(text.match(new RegExp(`^${field}:\\s+(\\d+) kB`, "m"))?.[1]);
    if (!(kibibytes > 0)) throw new Error(`${field} is not available`);
    return kibibytes / KIB_PER_MB;
  };
  return {
    residentMb: () => readMb("VmRSS"),
    resetPeak: () => writeFile(`${folder}/clear_refs`, "5"),
    peakMb: () => readMb("VmHWM"),
    async loopMaxMs() {
      const text = await (await readMetrics(stack.baseUrl)).text();
      const found = text.match(/^nodejs_eventloop_lag_max_seconds (\S+)$/m)?.[1];
      if (found === undefined) throw new Error("The metrics have no event-loop delay");
      return Number(found) * 1000;
    },
  };
}
