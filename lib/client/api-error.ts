import { z } from "zod";
import type { FieldError } from "../domain/errors";

/** Where an error came from: the service said it, the answer was not understood, or none arrived. */
export type ApiErrorKind = "answered" | "invalid_answer" | "network";

/**
 * What `call` throws. `status` is 0 when no answer arrived; `code` is the service's own code
 * (`token_not_found`), or `network_error`, `timeout`, `invalid_answer`, `http_<status>`.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly code: string;
  readonly details: readonly FieldError[];
  /** Seconds after which the service asks to try again; null when it did not say. */
  readonly retryAfterSeconds: number | null;
  /** The service's id of the request, to quote in a report. */
  readonly requestId: string | null;
  /** A transaction that had been sent when the request failed, else null. */
  readonly transactionHash: string | null;
  /** Key under which the same request may safely be sent again, when no answer arrived. */
  readonly idempotencyKey: string | null;

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
  }

  /** Whether the same call may succeed later without a change by the caller. */
  get retryable(): boolean {
    return this.kind === "network" || this.status === 429 || this.status >= 500;
  }
}

const fieldErrors = z.array(
  z.object({ path: z.string(), message: z.string(), remedy: z.string().optional() }),
);
/** Interface A: RFC 9457 problem details. */
const problem = z.object({
  title: z.string(),
  detail: z.string().optional(),
  code: z.string(),
  errors: fieldErrors.optional(),
});
/** Interface B. */
const failure = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string().optional(),
  details: fieldErrors.optional(),
  txHash: z.string().optional(),
});

/** Reads the error body of either interface; anything else keeps its HTTP status. */
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
    const { error, code = fallbackCode, details, txHash } = asFailure.data;
    return new ApiError({ ...shared, message: error, code, details, transactionHash: txHash });
  }
  return new ApiError({
    ...shared,
    message: `The service answered with status ${response.status}`,
    code: fallbackCode,
  });
}

function readRetryAfter(value: string | null): number | null {
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}
