const WAIT_MS = 200;

/** Runs something once the page has nothing else to do, at the latest after a moment. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callback; a moment later is as good there.
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: WAIT_MS });
  else setTimeout(run, 1);
}
