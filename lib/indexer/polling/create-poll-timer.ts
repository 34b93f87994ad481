/** A pause that a notification can end early. */
export type PollTimer = {
  /**
   * Resolves after `ms`, on `notify()` or when `signal` aborts; immediately if a notification is pending.
   * @param leastMs a notification does not end the pause before this time
   */
  wait(ms: number, signal: AbortSignal, leastMs?: number): Promise<void>;
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
    wait(ms, signal, leastMs = 0) {
      return new Promise((resolve) => {
        const startedAt = performance.now();
        let timer = setTimeout(end, ms);
        function end() {
          clearTimeout(timer);
          signal.removeEventListener("abort", end);
          finish = null;
          isNotified = false;
          resolve();
        }
        function endSoon() {
          const leftMs = Math.min(leastMs, ms) - (performance.now() - startedAt);
          if (leftMs <= 0) return end();
          clearTimeout(timer);
          timer = setTimeout(end, leftMs);
        }
        finish = endSoon;
        signal.addEventListener("abort", end, { once: true });
        if (signal.aborted) end();
        else if (isNotified) endSoon();
      });
    },
  };
}
