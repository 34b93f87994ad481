/**
 * A task that runs at most once per interval: immediately, and once more if it was requested
 * meanwhile.
 */
export type Throttled = { request(): void; stop(): void };

/** @param everyMs minimum time between two runs, in milliseconds */
export function throttle(run: () => void, everyMs: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isRequested = false;

  function start(): void {
    isRequested = false;
    run();
    timer = setTimeout(() => {
      timer = null;
      if (isRequested) start();
    }, everyMs);
  }

  return {
    request() {
      if (timer === null) start();
      else isRequested = true;
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      isRequested = false;
    },
  };
}
