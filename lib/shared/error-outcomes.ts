import type { ErrorCode } from "./errors";

// Apart from `ERRORS`, so that pages and clients load only these.

/** Mistakes of callers whose status an API sets to 500 or more: the same request never succeeds. */
export const MISTAKES: ReadonlySet<string> = new Set<ErrorCode>([
  "invalid_protocol_fee",
  "unsupported_format",
]);

/** Errors with a status of 500 or more that are no failure: mistakes, and what the operator stopped. */
export const INTENDED: ReadonlySet<string> = new Set<string>([
  ...MISTAKES,
  "launching_paused" satisfies ErrorCode,
]);

/**
 * Errors of an operation that was refused before anything was reserved, stored or sent. The same
 * request may succeed later, also under its Idempotency-Key. Not `shutting_down`: it also refuses the
 * repetition of a request that was executed and whose response was lost.
 */
export const REFUSALS: ReadonlySet<string> = new Set<ErrorCode>([
  "budget_exhausted",
  "launching_paused",
  "wallet_blocked",
]);
