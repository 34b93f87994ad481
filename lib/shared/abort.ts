/**
 * Time limits that hold on every supported release of Node. Node 20 and 22 lose two kinds of them at
 * a garbage collection: `AbortSignal.any([AbortSignal.timeout(ms)])` never aborts (use `joinSignals` for
 * signals of a caller), and an abort after the headers of a `fetch` no longer ends its body.
 */

/** Timers fire at once for a longer time, also for Infinity. */
export const TIMER_MS_MAX = 2 ** 31 - 1;

/** Aborts after `ms`, 24 days at most, with a `TimeoutError`; keeps no process alive. Use it for AbortSignal.timeout. */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  const end = () => controller.abort(new DOMException(`No answer within ${ms} ms`, "TimeoutError"));
  const timer: unknown = setTimeout(end, Math.min(ms, TIMER_MS_MAX));
  // A browser's timer is a number.
  if (hasUnref(timer)) timer.unref();
  return controller.signal;
}

function hasUnref(timer: unknown): timer is { unref(): void } {
  return typeof timer === "object" && timer !== null && "unref" in timer;
}

/**
 * A signal that aborts with the first of `signals` and its reason, until `release` is called. Use it for
 * AbortSignal.any where a caller gives the signals: a listener keeps a timeout signal that nothing else
 * refers to.
 */
export function joinSignals(signals: readonly AbortSignal[]): {
  signal: AbortSignal;
  release(): void;
} {
  const controller = new AbortController();
  const forward = () => controller.abort(signals.find(({ aborted }) => aborted)?.reason);
  const release = () => {
    for (const signal of signals) signal.removeEventListener("abort", forward);
  };
  for (const signal of signals) signal.addEventListener("abort", forward, { once: true });
  if (signals.some(({ aborted }) => aborted)) forward();
  return { signal: controller.signal, release };
}

/** The same response, whose body fails as soon as the signal of its request aborts. */
export function endWithSignal(response: Response, signal: AbortSignal | undefined): Response {
  if (signal === undefined || !response.body) return response;
  const { status, statusText, headers, url } = response;
  const body = response.body.pipeThrough(new TransformStream(), { signal });
  const guarded = new Response(body, { status, statusText, headers });
  return Object.defineProperty(guarded, "url", { value: url });
}

/** The result of `work`, or the signal's reason as soon as it aborts; the work itself continues. */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return work;
  // Ignore its failure after an abort; it would be an unhandled rejection.
  work.catch(() => undefined);
  signal.throwIfAborted();
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
