import type { z } from "zod";
import { type Operation, takesIdempotencyKey } from "../operations/operation";
import { ApiError } from "./api-error";
import { type CallInput, type CallOptions, call } from "./call";
import { newIdempotencyKey } from "./new-idempotency-key";
import { sleep } from "./sleep";

/** Managers answer once they are mined, after 60 s at most; the rest answers at once. */
const TIMEOUT_MS = 30_000;
const MINING_TIMEOUT_MS = 75_000;
const RETRY_DELAYS_MS = [250, 1_000, 3_000] as const;
/** Asked to wait longer than this, the caller should decide. */
const RETRY_AFTER_MAX_SECONDS = 10;

/**
 * Calls an operation, and again when no answer arrives or what stands behind the service is away
 * (502, 503), as often as `RETRY_DELAYS_MS` says. Only what is safe to repeat: reads, and operations
 * with an `Idempotency-Key`, which get a key of their own when none is given; every try has the same.
 * @throws ApiError of the last try
 */
export async function callWithRetries<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  options: CallOptions,
): Promise<z.output<O["response"]>> {
  const isKeyed = takesIdempotencyKey(operation);
  const isMined = operation.errors.includes("transaction_pending");
  const delays = isKeyed || operation.method === "GET" ? RETRY_DELAYS_MS : [];
  const prepared = {
    ...options,
    timeoutMs: options.timeoutMs ?? (isMined ? MINING_TIMEOUT_MS : TIMEOUT_MS),
    ...(isKeyed ? { idempotencyKey: options.idempotencyKey ?? newIdempotencyKey() } : {}),
  };
  for (const delayMs of delays) {
    try {
      return await call(operation, input, prepared);
    } catch (error) {
      if (!(error instanceof ApiError && isPassing(error))) throw error;
      await sleep(Math.max(delayMs, (error.retryAfterSeconds ?? 0) * 1_000), options.signal);
    }
  }
  return call(operation, input, prepared);
}

function isPassing({ kind, status, retryAfterSeconds }: ApiError): boolean {
  if (kind === "network") return true;
  const isAway = status === 502 || status === 503;
  return isAway && (retryAfterSeconds ?? 0) <= RETRY_AFTER_MAX_SECONDS;
}
