import { isUnavailable } from "./unavailable";

/**
 * All error codes with their HTTP status and public text. The Data API renders them as problem+json,
 * the Launch API as `{ success: false, error, code }`.
 */
export const ERRORS = {
  invalid_parameters: { status: 400, title: "Invalid parameters" },
  invalid_body: { status: 400, title: "Invalid request body" },
  missing_fields: { status: 400, title: "Missing required fields" },
  unsupported_chain: { status: 400, title: "Unsupported chain" },
  unsupported_operation: { status: 400, title: "Operation not supported on this chain" },
  paused_feature: { status: 400, title: "Feature paused" },
  treasury_conflict: { status: 400, title: "Only one treasury option is allowed" },
  invalid_recipient: { status: 400, title: "Invalid recipient" },
  duplicate_recipients: { status: 400, title: "Duplicate recipients" },
  invalid_image: { status: 400, title: "Invalid image" },
  content_flagged: { status: 400, title: "Content flagged" },
  invalid_video: { status: 400, title: "Invalid video" },
  insufficient_funds: { status: 400, title: "Not enough funds" },
  nothing_to_claim: { status: 400, title: "Nothing to claim" },
  invalid_idempotency_key: { status: 400, title: "Invalid Idempotency-Key" },
  invalid_proof_of_work: { status: 400, title: "Invalid proof of work" },
  not_signed_in: { status: 401, title: "Not signed in" },
  reauthentication_required: { status: 403, title: "Sign in again" },
  proof_of_work_required: { status: 403, title: "Proof of work required" },
  forbidden: { status: 403, title: "Forbidden" },
  trade_limit: { status: 403, title: "Above your trading limit" },
  creator_blocked: { status: 403, title: "Blocked by the operator" },
  token_not_found: { status: 404, title: "Token not found" },
  job_not_found: { status: 404, title: "Job not found" },
  video_not_found: { status: 404, title: "Video not found" },
  upload_not_found: { status: 404, title: "Upload URL not found" },
  webhook_not_found: { status: 404, title: "Webhook not found" },
  delivery_not_found: { status: 404, title: "Delivery not found" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  request_timeout: { status: 408, title: "Request timeout" },
  conflict: { status: 409, title: "Not possible in the current state" },
  upload_used: { status: 409, title: "Upload URL already used" },
  upload_expired: { status: 410, title: "Upload URL expired" },
  launch_conflict: {
    status: 409,
    title: "The Idempotency-Key was used for another kind of launch",
  },
  action_under_way: { status: 409, title: "Another transaction of this wallet is pending" },
  trade_refused: { status: 409, title: "The trade would fail" },
  webhook_inactive: { status: 409, title: "The endpoint of this webhook is not verified" },
  webhook_quota: { status: 409, title: "Too many webhooks. Delete one first." },
  payload_too_large: { status: 413, title: "Payload too large" },
  misdirected_request: { status: 421, title: "This server does not serve that host" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  idempotency_key_reused: { status: 422, title: "Idempotency-Key reused with another body" },
  content_removed: { status: 451, title: "Removed by the operator" },
  region_refused: { status: 451, title: "Not available in your region" },
  rate_limited: { status: 429, title: "Rate limit exceeded" },
  unsupported_format: { status: 501, title: "Format not supported" },
  invalid_protocol_fee: { status: 500, title: "Invalid protocol fee" },
  internal_error: { status: 500, title: "Internal server error" },
  budget_exhausted: { status: 503, title: "Gas budget exhausted" },
  launching_paused: { status: 503, title: "Launching is paused" },
  wallet_blocked: { status: 503, title: "Server wallet blocked" },
  dependency_unavailable: { status: 503, title: "Service temporarily unavailable" },
  shutting_down: { status: 503, title: "Server is shutting down" },
  transaction_pending: { status: 504, title: "Transaction not mined in time" },
  storage_full: { status: 507, title: "Storage is full" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/**
 * An invalid field: `path` in dot notation (`feeSplitRecipients.3.id`) and a public `message`.
 * `remedy`: what to remove or change when an option is paused or not supported.
 */
export type FieldError = { path: string; message: string; remedy?: string };

/**
 * An error with a public text and a private cause. Responses contain only `message`, `code`,
 * `details` and `extras`; `cause` is logged.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: readonly FieldError[] | undefined;
  /** Additional public members of the error body, such as a transaction hash. */
  readonly extras: Readonly<Record<string, unknown>>;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Seconds after which a retry makes sense; rendered as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string = ERRORS[code].title,
    options: {
      cause?: unknown;
      details?: readonly FieldError[];
      extras?: Readonly<Record<string, unknown>>;
      retryable?: boolean;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.extras = options.extras ?? {};
    this.retryable = options.retryable ?? ERRORS[code].status >= 500;
    this.retryAfterSeconds =
      options.retryAfterSeconds ?? (WAITS.includes(code) ? RETRY_SECONDS : undefined);
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** When a caller may try again after a service was down or a limit was reached, if nothing better is known. */
export const RETRY_SECONDS = 5;

/** Errors whose responses always have `Retry-After`. */
const WAITS: readonly ErrorCode[] = ["dependency_unavailable", "rate_limited"];

/**
 * Converts anything thrown to an AppError: failed connections and timeouts become
 * `dependency_unavailable`, other unknown errors "Internal server error".
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!isUnavailable(error)) return new AppError("internal_error", undefined, { cause: error });
  return new AppError(
    "dependency_unavailable",
    "Service temporarily unavailable. Try again later.",
    {
      cause: error,
      retryAfterSeconds: RETRY_SECONDS,
    },
  );
}
