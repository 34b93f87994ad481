/**
 * A task that runs at most once per interval: immediately, and once more if it was requested
 * meanwhile.
 */
export type Throttled = { request(): void; stop(): void };

/** @param everyMs minimum time between two runs, in milliseconds */
export function throttle(run: () => void, everyMs: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isAsked = false;

  function start(): void {
    isAsked = false;
    run();
    timer = setTimeout(() => {
      timer = null;
      if (isAsked) start();
    }, everyMs);
  }

  return {
    request() {
      if (timer === null) start();
      else isAsked = true;
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      isAsked = false;
    },
  };
}
