import type { ErrorCode } from "@/lib/shared/errors";

/**
 * Errors of an operation that was refused before anything was reserved, stored or sent. The same
 * request may succeed later, also under its Idempotency-Key.
 */
export const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  "budget_exhausted",
  "launching_paused",
  "wallet_blocked",
]);
