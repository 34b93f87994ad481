/** A pause that can be cut short. */
export type Waker = {
  /** Resolves after `ms`, at `wake()` or at the end of `signal`; at once after an unheard `wake()`. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  wake(): void;
};

export function createWaker(): Waker {
  let isAwake = false;
  let finish: (() => void) | null = null;
  return {
    wake() {
      isAwake = true;
      finish?.();
    },
    wait(ms, signal) {
      return new Promise((resolve) => {
        const timer = setTimeout(end, ms);
        function end() {
          clearTimeout(timer);
          signal.removeEventListener("abort", end);
          finish = null;
          isAwake = false;
          resolve();
        }
        finish = end;
        signal.addEventListener("abort", end, { once: true });
        if (isAwake || signal.aborted) end();
      });
    },
  };
}
