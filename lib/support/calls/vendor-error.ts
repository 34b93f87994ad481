/**
 * How a call to a wallet provider or name directory failed: rate limited, invalid or missing
 * response, or rejected credentials. Contains at most a status, never the request.
 */
export class VendorError extends Error {
  override readonly name = "VendorError";
  readonly kind: "busy" | "down" | "refused";
  /** The wait that the vendor requested. */
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: "busy" | "down" | "refused",
    message: string,
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The error of a status other than success, for statuses that the caller has not handled. */
export function fromStatus(status: number, headers: Headers | undefined, now: Date): VendorError {
  if (status === 429) return new VendorError("busy", "429", readRetryAfter(headers, now));
  const refused = status === 401 || status === 402 || status === 403;
  return new VendorError(refused ? "refused" : "down", `status ${status}`);
}

/** A call without a response. Keeps only the kind of failure: messages may quote a header. */
export function fromFailedCall(error: unknown): VendorError {
  return new VendorError("down", `no answer (${codeOf(error)})`);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause instanceof Error ? codeOf(error.cause) : error.name;
}

/** `Retry-After` in seconds or as a date, otherwise the time in X's own header. */
function readRetryAfter(headers: Headers | undefined, now: Date): number | null {
  const retryAfter = headers?.get("retry-after");
  const reset = headers?.get("x-rate-limit-reset");
  const seconds = retryAfter
    ? toSeconds(retryAfter, now)
    : Number(reset || Number.NaN) - now.getTime() / 1000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null;
}

function toSeconds(text: string, now: Date): number {
  return /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000;
}
