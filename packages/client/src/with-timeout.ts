import { joinSignals, timeoutSignal } from "@/lib/shared/abort";
import { ApiError } from "./api-error";

/**
 * Runs a request within a time limit. `run` also reads the body, so that a connection lost or a limit
 * passed meanwhile is the same error as one before the headers.
 * @param run receives the signal that ends the request
 * @throws ApiError with the code `timeout` or `network_error`; the reason of an abort by
 * `options.signal` unchanged; RangeError for a time limit that is negative or not a number
 */
export async function withTimeout<Result>(
  options: {
    signal: AbortSignal | undefined;
    timeoutMs: number;
    timeoutText: string;
    idempotencyKey?: string | undefined;
  },
  run: (limit: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal, timeoutMs, timeoutText, idempotencyKey } = options;
  requireTimeLimit(timeoutMs);
  const timeout = timeoutSignal(timeoutMs);
  const limit = joinSignals([signal ?? [], timeout].flat());
  try {
    return await run(limit.signal);
  } catch (cause) {
    signal?.throwIfAborted();
    const [code, message] = timeout.aborted
      ? ["timeout", timeoutText]
      : ["network_error", "The service is unreachable"];
    throw new ApiError({ kind: "network", code, message, idempotencyKey }, cause);
  } finally {
    limit.release();
  }
}

/** @throws RangeError for a time limit that is negative or not a number */
export function requireTimeLimit(timeoutMs: number): void {
  if (!(timeoutMs >= 0)) throw new RangeError(`timeoutMs must be 0 or more, not ${timeoutMs}`);
}

/**
 * The parsed JSON of a body; undefined for any other text, such as the HTML page of a proxy.
 * @throws whatever reading throws: the connection was lost or the signal of the request aborted
 */
export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
