const WAIT_MS = 200;

/** Runs a task when the page is idle, at the latest after a short delay. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callback; use a short delay.
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: WAIT_MS });
  else setTimeout(run, 1);
}
