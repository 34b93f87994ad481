import type { z } from "zod";
import { type Operation, takesIdempotencyKey } from "@/lib/operations/operation";
import type { ProofChallenge } from "@/lib/schemas/proof-of-work";
import { bodyMs } from "@/lib/shared/http/body-ms";
import { IDEMPOTENCY_KEY_PATTERN } from "@/lib/shared/idempotency-key";
import { ApiError, errorOfCall } from "./api-error";
import { type CallInput, type CallOptions, call } from "./call";
import { sendWithProof } from "./send-with-proof";
import { sleep } from "./sleep";
import { solveProof } from "./solve-proof";
import { requireTimeLimit } from "./with-timeout";

/**
 * Limit of a call with all its retries. Large bodies get more time (`bodyMs`).
 * Creating a manager responds once it is mined, after 60 s at most.
 */
const TIMEOUT_MS = 30_000;
const MINING_TIMEOUT_MS = 75_000;
const RETRY_DELAYS_MS = [250, 1_000, 3_000] as const;
/** If the service requests a longer wait, the caller decides. */
const RETRY_AFTER_MAX_SECONDS = 10;

/**
 * Calls an operation and retries network errors, 502 and 503 after `RETRY_DELAYS_MS`. Retries only
 * what is safe to repeat: reads, and operations with an `Idempotency-Key`. If the caller gives no
 * key, one is generated; every attempt sends the same. Solves the proof of work of a launch, whose time
 * does not count for `timeoutMs`.
 * @throws ApiError of the last request, with the key, and with `isOutcomeUnknown` of all attempts: the
 * last one may be refused although an earlier one was accepted. TypeError for an invalid key; nothing
 * was sent. RangeError for an invalid time limit
 * @internal
 */
export async function callWithRetries<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  options: CallOptions,
): Promise<z.output<O["response"]>> {
  const key = takesIdempotencyKey(operation)
    ? (options.idempotencyKey ?? newIdempotencyKey())
    : null;
  if (key !== null && !IDEMPOTENCY_KEY_PATTERN.test(key)) {
    throw new TypeError("idempotencyKey must be 1 to 255 visible ASCII characters");
  }
  const isMined = operation.errors.includes("transaction_pending");
  const delays = key !== null || operation.method === "GET" ? RETRY_DELAYS_MS : [];
  const { body }: { body?: unknown } = input;
  const bodySize = body === undefined ? 0 : JSON.stringify(body).length;
  const timeoutMs =
    options.timeoutMs ?? (isMined ? MINING_TIMEOUT_MS : TIMEOUT_MS) + bodyMs(bodySize);
  requireTimeLimit(timeoutMs);
  let endsAt = performance.now() + timeoutMs;
  const leftMs = () => Math.max(0, endsAt - performance.now());
  const prepared = { ...options, idempotencyKey: key ?? undefined };
  let isOutcomeUnknown = false;
  const attempt = async (sent: CallInput<O>): Promise<z.output<O["response"]>> => {
    try {
      return await call(operation, sent, { ...prepared, timeoutMs: leftMs() });
    } catch (error) {
      isOutcomeUnknown ||= error instanceof ApiError && error.isOutcomeUnknown;
      throw error;
    }
  };
  const send = async (sent: CallInput<O>): Promise<z.output<O["response"]>> => {
    for (const delayMs of delays) {
      try {
        return await attempt(sent);
      } catch (error) {
        if (!(error instanceof ApiError && isTransient(error))) throw error;
        const pauseMs = Math.max(delayMs, (error.retryAfterSeconds ?? 0) * 1_000);
        if (pauseMs >= leftMs()) throw error;
        await sleep(pauseMs, options.signal);
      }
    }
    return attempt(sent);
  };
  const { signal, onProof } = options;
  const solve = async (challenge: ProofChallenge) => {
    const startedAt = performance.now();
    const solution = await solveProof(challenge, { signal, onProgress: onProof });
    endsAt += performance.now() - startedAt;
    return solution;
  };
  try {
    return await sendWithProof(input, {
      send,
      solve,
      callOptions: prepared,
      request: (challenge, given, own) =>
        callWithRetries(challenge, given, { ...own, timeoutMs: leftMs() }),
    });
  } catch (error) {
    if (key === null || !(error instanceof ApiError)) throw error;
    throw errorOfCall(error, { idempotencyKey: key, isOutcomeUnknown });
  }
}

function isTransient({ kind, status, retryAfterSeconds }: ApiError): boolean {
  if (kind === "network") return true;
  const isUnavailable = status === 502 || status === 503;
  return isUnavailable && (retryAfterSeconds ?? 0) <= RETRY_AFTER_MAX_SECONDS;
}

/** 128 random bits as hex. Not `randomUUID`: browsers offer it over https and on localhost only. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
