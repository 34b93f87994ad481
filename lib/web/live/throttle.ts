/** A task that runs at most once an interval: at once, and once more when it was asked for since. */
export type Throttled = { request(): void; stop(): void };

/** @param everyMs the shortest time between two runs, in milliseconds */
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
