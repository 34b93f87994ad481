import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log";

/**
 * Runs a task again and again until the signal ends it: every `everyMs`, and at once after `wake`.
 * A failure is logged and the task simply runs again; never twice at the same time.
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
      // Woken early or ended: either way the loop's condition says what follows.
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
