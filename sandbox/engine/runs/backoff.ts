const RETRY_MAX_MS = 300_000;
const UNREACHABLE_BASE_MS = 100;
const UNREACHABLE_MAX_MS = 2_000;

/**
 * Wait before the next attempt after an error in the function: doubles from `baseMs` to five
 * minutes, a quarter up or down so that failures of one cause do not come back in step.
 * @param attempt attempts used so far, 0 for the first
 * @param random in [0, 1)
 */
export function retryDelayMs(attempt: number, baseMs: number, random: number): number {
  const delayMs = Math.min(baseMs * 2 ** attempt, RETRY_MAX_MS);
  return Math.round(delayMs * (0.75 + random / 2));
}

/**
 * Wait before the app is called again that could not be reached. Short, because this is a restart
 * far more often than a failure, and costs the function no attempt.
 */
export function unreachableDelayMs(tries: number): number {
  return Math.min(UNREACHABLE_BASE_MS * 2 ** tries, UNREACHABLE_MAX_MS);
}

/**
 * Milliseconds that a `Retry-After` header asks for; null when there is none or it is malformed.
 * @param header seconds, or a date (the SDK sends RFC 3339)
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined || header === "") return null;
  const value = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(value) ? Math.max(0, Math.round(value)) : null;
}
