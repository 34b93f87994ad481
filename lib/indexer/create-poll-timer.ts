/** A pause that a notification can end early. */
export type PollTimer = {
  /** Resolves after `ms`, on `notify()` or when `signal` aborts; immediately if a notification is pending. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  notify(): void;
};

export function createPollTimer(): PollTimer {
  let isNotified = false;
  let finish: (() => void) | null = null;
  return {
    notify() {
      isNotified = true;
      finish?.();
    },
    wait(ms, signal) {
      return new Promise((resolve) => {
        const timer = setTimeout(end, ms);
        function end() {
          clearTimeout(timer);
          signal.removeEventListener("abort", end);
          finish = null;
          isNotified = false;
          resolve();
        }
        finish = end;
        signal.addEventListener("abort", end, { once: true });
        if (isNotified || signal.aborted) end();
      });
    },
  };
}
