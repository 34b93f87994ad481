import { MISTAKES, REFUSALS } from "@/lib/shared/error-outcomes";
import type { FieldError } from "./wire";

/** Origin of an error: the service returned it, the response was not understood, or none arrived. */
export type ApiErrorKind = "answered" | "invalid_answer" | "network";

/**
 * Error of a request. `status` is 0 if no response arrived; `code` is the code of the service
 * (`token_not_found`), or `network_error`, `timeout`, `invalid_answer`, `http_<status>`.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly code: string;
  readonly details: readonly FieldError[];
  /** `Retry-After` of the response in seconds, else null. */
  readonly retryAfterSeconds: number | null;
  /** The service's id of the request (`X-Request-Id`), for bug reports. */
  readonly requestId: string | null;
  /** The transaction that was sent before the request failed, else null. */
  readonly transactionHash: string | null;
  /**
   * The `Idempotency-Key` that was sent, null without one. Send the same request again with it: what
   * the first one started is not started twice.
   */
  readonly idempotencyKey: string | null;
  /** The launch that the key of the request has already created (`launch_conflict`), else null. */
  readonly jobId: string | null;
  /**
   * Whether the service may have executed the request: no response arrived, or none that excludes it,
   * also for an earlier attempt of the same call. Before you send the request with another
   * `Idempotency-Key`, check whether it was executed.
   */
  readonly isOutcomeUnknown: boolean;

  constructor(
    facts: {
      kind: ApiErrorKind;
      message: string;
      code: string;
      status?: number;
      details?: readonly FieldError[] | undefined;
      retryAfterSeconds?: number | null;
      requestId?: string | null;
      transactionHash?: string | null | undefined;
      idempotencyKey?: string | null | undefined;
      jobId?: string | null | undefined;
      /** Of all attempts; by this error alone if absent. */
      isOutcomeUnknown?: boolean | undefined;
    },
    cause?: unknown,
  ) {
    super(facts.message, cause === undefined ? undefined : { cause });
    this.kind = facts.kind;
    this.code = facts.code;
    this.status = facts.status ?? 0;
    this.details = facts.details ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.requestId = facts.requestId ?? null;
    this.transactionHash = facts.transactionHash ?? null;
    this.idempotencyKey = facts.idempotencyKey ?? null;
    this.jobId = facts.jobId ?? null;
    this.isOutcomeUnknown = facts.isOutcomeUnknown ?? mayHaveRun(this);
  }

  /** Whether the same call may succeed later without a change. */
  get retryable(): boolean {
    if (MISTAKES.has(this.code)) return false;
    return this.kind === "network" || this.status === 429 || this.status >= 500;
  }
}

/** Whether the request that got this error may have been executed. */
function mayHaveRun({ code, kind, status }: ApiError): boolean {
  if (MISTAKES.has(code) || REFUSALS.has(code)) return false;
  return kind !== "answered" || status >= 500;
}

/**
 * Returns `error` with the idempotency key of its call, and with `isOutcomeUnknown` of all requests of the
 * call.
 */
export function errorOfCall(
  error: ApiError,
  call: { idempotencyKey: string; isOutcomeUnknown: boolean },
): ApiError {
  return new ApiError({ ...error, message: error.message, ...call }, error.cause);
}

/**
 * The error of a response by its body: problem details (RFC 9457) of the Data API, the failure of the
 * Launch API, of JSON-RPC, or of the datafeed of charts, which has no code. A body of another form is
 * described by its status.
 */
export function toApiError(response: Response, body: unknown, idempotencyKey?: string): ApiError {
  const shared = {
    kind: "answered" as const,
    status: response.status,
    retryAfterSeconds: readRetryAfter(response.headers.get("retry-after")),
    requestId: response.headers.get("x-request-id"),
    idempotencyKey,
  };
  const text = (name: string) => readText(body, name);
  const [title, code, error] = [text("title"), text("code"), text("error")];
  if (title !== undefined && code !== undefined) {
    const details = readFieldErrors(body, "errors");
    return new ApiError({ ...shared, message: text("detail") ?? title, code, details });
  }
  if (error !== undefined && readField(body, "success") === false) {
    const details = readFieldErrors(body, "details");
    const facts = { ...shared, message: error, details, jobId: text("jobId") };
    const transactionHash = text("txHash");
    return new ApiError({ ...facts, code: code ?? `http_${response.status}`, transactionHash });
  }
  const unnamed = `http_${response.status}`;
  const rpcError = readField(body, "error");
  const rpcText = readText(rpcError, "message");
  if (rpcText !== undefined) {
    const rpcCode = readText(readField(rpcError, "data"), "code");
    return new ApiError({ ...shared, message: rpcText, code: rpcCode ?? unnamed });
  }
  const isDatafeed = readField(body, "s") === "error";
  const message = isDatafeed ? text("errmsg") : undefined;
  return new ApiError({
    ...shared,
    message: message ?? `The service responded with status ${response.status}`,
    code: unnamed,
  });
}

function readField(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
}

function readText(body: unknown, name: string): string | undefined {
  const value = readField(body, name);
  return typeof value === "string" ? value : undefined;
}

/** Undefined where the body has none; entries of another form are left out. */
function readFieldErrors(body: unknown, name: string): FieldError[] | undefined {
  const found = readField(body, name);
  if (!Array.isArray(found)) return undefined;
  return found.flatMap((entry: unknown) => {
    const [path, message] = [readText(entry, "path"), readText(entry, "message")];
    if (path === undefined || message === undefined) return [];
    const remedy = readText(entry, "remedy");
    return [{ path, message, ...(remedy === undefined ? {} : { remedy }) }];
  });
}

function readRetryAfter(value: string | null): number | null {
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}
