import { timeoutSignal } from "@/lib/shared/abort";
import { answersHttp } from "./answers-http";
import { NoAnswerError, requestLimitMs } from "./dependency";

/** The most that a request waits for one answer of a host that is alive. */
const REQUEST_MS_MAX = 10_000;

/** The time limit of one HTTP call. */
export type HostLimit = {
  signal: AbortSignal;
  /** Call when the response is read or has failed. */
  end(): void;
};

/**
 * The time limit of an HTTP call whose answer may take a while: an upload, a search of the IPFS
 * network, a classification. Background work waits `timeoutMs`. While a request waits, the root of
 * a silent host is requested as well; the call is given up when the host does not answer that
 * either.
 */
export function limitHost(url: URL, timeoutMs: number): HostLimit {
  const limitMs = requestLimitMs();
  if (limitMs === null) return { signal: timeoutSignal(timeoutMs), end: () => undefined };
  const over = new AbortController();
  const ended = new AbortController();
  watchHost(url, limitMs, ended.signal).catch((error: unknown) => over.abort(error));
  const signal = AbortSignal.any([over.signal, timeoutSignal(Math.min(timeoutMs, REQUEST_MS_MAX))]);
  return { signal, end: () => ended.abort() };
}

/**
 * Requests the root of a host repeatedly until `ended` aborts.
 * @throws NoAnswerError when the host does not answer
 */
async function watchHost(url: URL, limitMs: number, ended: AbortSignal): Promise<void> {
  for (;;) {
    await pause(limitMs / 2, ended);
    if (ended.aborted) return;
    const isAlive = await answersHttp(url, limitMs / 2);
    if (ended.aborted) return;
    if (!isAlive) throw new NoAnswerError(`${url.host} did not answer in time`);
  }
}

function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ended.aborted) resolve();
    const timer = setTimeout(resolve, ms);
    ended.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
