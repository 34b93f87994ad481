import { setTimeout as delay } from "node:timers/promises";

/**
 * Polls `check` until it returns something other than null, undefined or false.
 * @returns that value, or null when `timeoutMs` passed or `signal` aborted first
 */
export async function waitUntil<T>(
  check: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  options: { timeoutMs: number; everyMs?: number; signal?: AbortSignal },
): Promise<T | null> {
  const deadline = performance.now() + options.timeoutMs;
  while (options.signal?.aborted !== true) {
    const answer = await check();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (performance.now() >= deadline) return null;
    await delay(options.everyMs ?? 20);
  }
  return null;
}
