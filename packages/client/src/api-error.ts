import { z } from "zod";
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
  /** The key with which you can safely send the same request again; null after a response. */
  readonly idempotencyKey: string | null;
  /** The launch that the key of the request has already made (`launch_conflict`), else null. */
  readonly jobId: string | null;

  constructor(
    facts: {
      kind: ApiErrorKind;
      message: string;
      code: string;
      status?: number;
      details?: readonly FieldError[] | undefined;
      retryAfterSeconds?: number | null;
      requestId?: string | null;
      transactionHash?: string | undefined;
      idempotencyKey?: string | undefined;
      jobId?: string | undefined;
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
  }

  /** Whether the same call may succeed later without a change. */
  get retryable(): boolean {
    return this.kind === "network" || this.status === 429 || this.status >= 500;
  }
}

const fieldErrors = z.array(
  z.object({ path: z.string(), message: z.string(), remedy: z.string().optional() }),
);
/** Data API: RFC 9457 problem details. */
const problem = z.object({
  title: z.string(),
  detail: z.string().optional(),
  code: z.string(),
  errors: fieldErrors.optional(),
});
/** Launch API. */
const failure = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string().optional(),
  details: fieldErrors.optional(),
  txHash: z.string().optional(),
  jobId: z.string().optional(),
});

/** The error of a response by its body; a body of another form is described by its status. */
export function toApiError(response: Response, body: unknown): ApiError {
  const shared = {
    kind: "answered" as const,
    status: response.status,
    retryAfterSeconds: readRetryAfter(response.headers.get("retry-after")),
    requestId: response.headers.get("x-request-id"),
  };
  const fallbackCode = `http_${response.status}`;
  const asProblem = problem.safeParse(body);
  if (asProblem.success) {
    const { title, detail, code, errors } = asProblem.data;
    return new ApiError({ ...shared, message: detail ?? title, code, details: errors });
  }
  const asFailure = failure.safeParse(body);
  if (asFailure.success) {
    const { error, code = fallbackCode, details, txHash, jobId } = asFailure.data;
    const facts = { ...shared, message: error, code, details, jobId };
    return new ApiError({ ...facts, transactionHash: txHash });
  }
  return new ApiError({
    ...shared,
    message: `The service responded with status ${response.status}`,
    code: fallbackCode,
  });
}

function readRetryAfter(value: string | null): number | null {
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}
