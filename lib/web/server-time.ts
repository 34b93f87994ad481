/** A smaller difference is the time that the document took to arrive. */
const TOLERANCE_SECONDS = 10;

/** How far the service's clock is ahead of the browser's, in seconds. */
let aheadSeconds = 0;

/**
 * Learns the service's clock from the document: a computer's clock can be minutes off. Call it once,
 * when the document is hydrated.
 * @param renderedAt when the service rendered the document, in Unix seconds
 */
export function learnServerTime(renderedAt: number): void {
  // Since the navigation began, not `timeOrigin`: that misses later changes of the clock.
  const ahead = renderedAt - Math.floor((Date.now() - performance.now()) / 1_000);
  aheadSeconds = Math.abs(ahead) > TOLERANCE_SECONDS ? ahead : 0;
}

/**
 * The service's time in Unix seconds. Compare times of the service with it, not with `Date.now()`.
 * @param browserMs a time of the browser in Unix milliseconds, now by default
 */
export function serverSeconds(browserMs = Date.now()): number {
  return Math.floor(browserMs / 1_000) + aheadSeconds;
}
