import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log";

/**
 * Runs a task repeatedly until the signal aborts: every `everyMs`, and immediately after `wake`. A
 * failure is logged and the task runs again; runs never overlap.
 */
export function runInBackground(options: {
  name: string;
  everyMs: number;
  log: Log;
  signal: AbortSignal;
  task: () => Promise<void>;
}): { wake(): void } {
  const { name, everyMs, log, signal, task } = options;
  let pause = new AbortController();
  let isWoken = false;

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      isWoken = false;
      await task().catch((err: unknown) => log.warn({ err, task: name }, "background task failed"));
      if (isWoken) continue;
      pause = new AbortController();
      // Woken early or aborted: the loop's condition handles both.
      await sleep(everyMs, undefined, { signal: pause.signal }).catch(() => undefined);
    }
  }
  const wake = () => {
    isWoken = true;
    pause.abort();
  };
  signal.addEventListener("abort", wake, { once: true });
  loop();
  return { wake };
}
