import { onTestFinished, vi } from "vitest";

/**
 * Until the test ends, `setTimeout` of this process waits a 25th of its time: for tests that wait
 * for retries and measure nothing. Sockets and `AbortSignal.timeout` keep their time.
 */
export function hurryTimeouts(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const tick = setInterval(() => vi.advanceTimersByTime(100), 4);
  onTestFinished(() => {
    clearInterval(tick);
    vi.useRealTimers();
  });
}
