/** A smaller difference is the time that the document took to arrive. */
const TOLERANCE_SECONDS = 5;

/** How far the service's clock is ahead of the browser's, in seconds. */
let aheadSeconds = 0;

/**
 * Learns the service's clock from the document: a computer's clock can be minutes off. Call it once,
 * when the document is hydrated.
 * @param renderedAt when the service rendered the document, in Unix seconds
 */
export function learnServerTime(renderedAt: number): void {
  aheadSeconds = clockDifference(renderedAt, Date.now() - documentAgeMs());
}

/**
 * The service's time in Unix seconds. Compare times of the service with it, not with `Date.now()`.
 * @param browserMs a time of the browser in Unix milliseconds, now by default
 */
export function serverSeconds(browserMs = Date.now()): number {
  return Math.floor(browserMs / 1_000) + aheadSeconds;
}

/**
 * Seconds that the service's clock is ahead of the browser's; 0 if they differ by less than a
 * document takes to arrive.
 * @param arrivedAtMs when the document arrived, in Unix milliseconds of the browser
 */
export function clockDifference(renderedAt: number, arrivedAtMs: number): number {
  const seconds = renderedAt - Math.floor(arrivedAtMs / 1_000);
  return Math.abs(seconds) > TOLERANCE_SECONDS ? seconds : 0;
}

/** How long ago the document began to arrive. */
function documentAgeMs(): number {
  const [navigation] = performance.getEntriesByType("navigation");
  if (!(navigation instanceof PerformanceNavigationTiming)) return 0;
  return performance.now() - navigation.responseStart;
}
