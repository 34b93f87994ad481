import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@/lib/log";

/**
 * Runs a task repeatedly until the signal aborts: every `everyMs`, and immediately after `runNow`. A
 * failure is logged and the task runs again; runs never overlap.
 */
export function repeatTask(options: {
  name: string;
  everyMs: number;
  log: Log;
  signal: AbortSignal;
  task: () => Promise<void>;
}): { runNow(): void } {
  const { name, everyMs, log, signal, task } = options;
  let pause = new AbortController();
  let isRequested = false;

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      isRequested = false;
      await task().catch((err: unknown) => log.warn({ err, task: name }, "background task failed"));
      if (isRequested) continue;
      pause = new AbortController();
      // Requested early or aborted: the loop's condition handles both.
      await sleep(everyMs, undefined, { signal: pause.signal }).catch(() => undefined);
    }
  }
  const runNow = () => {
    isRequested = true;
    pause.abort();
  };
  signal.addEventListener("abort", runNow, { once: true });
  loop();
  return { runNow };
}
