import { TIMER_MS_MAX } from "@/lib/shared/abort";

/** Waits, 24 days at most; rejects with the signal's reason as soon as it aborts. Works in browsers and in Node. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(finish, Math.min(milliseconds, TIMER_MS_MAX));
    function finish(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    }
    if (signal?.aborted) finish();
    else signal?.addEventListener("abort", finish, { once: true });
  });
}
