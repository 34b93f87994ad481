/** How long a later URL is used before the first one is tried again, in milliseconds. */
const RETURN_MS = 30_000;
const RETURN_MS_MAX = 5 * 60_000;

/** Selects one of several URLs of a service. */
export type Failover = {
  /** The index of the URL for the next call. */
  current(): number;
  /** Reports that a call to this URL failed. Concurrent failures switch to the next URL only once. */
  failed(index: number): void;
};

/**
 * Chooses among URLs of which the first is preferred. After a failure the next one is used, and the
 * first one again after 30 seconds: a later URL may respond, and still lag for days. If the first one
 * fails soon after such a return, the pause doubles, up to five minutes.
 * @param count the number of URLs
 */
export function createFailover(count: number): Failover {
  let index = 0;
  let pauseMs = RETURN_MS;
  let returnAt = Number.NEGATIVE_INFINITY;
  let returnedAt = Number.NEGATIVE_INFINITY;
  function use(next: number): void {
    index = next;
    if (next === 0) returnedAt = performance.now();
  }
  return {
    current() {
      if (index !== 0 && performance.now() >= returnAt) use(0);
      return index;
    },
    failed(failed) {
      if (failed !== index) return;
      const now = performance.now();
      if (failed === 0) {
        // During a pause the first one is used only because the others failed.
        if (now >= returnAt) {
          const isSoon = now - returnedAt < RETURN_MS;
          pauseMs = isSoon ? Math.min(pauseMs * 2, RETURN_MS_MAX) : RETURN_MS;
        }
        returnAt = now + pauseMs;
      }
      use(count > 1 ? (index + 1) % count : 0);
    },
  };
}
