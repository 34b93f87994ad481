const HOUR_MS = 3_600_000;

export const WEBHOOK_LIMITS = {
  /** Webhooks of one account, of one caller, and of the networks of a caller. */
  perOwner: 10,
  perCaller: 10,
  perNetwork: 40,
  /**
   * Webhooks that get events, of all callers together, that name the same token or creator, or none.
   * Each event stores a delivery for each of them in the transaction that indexes its block. One whose
   * endpoint was never verified gets none, so it takes no place until then.
   */
  perSubject: 500,
  /** Tokens, and creators, of one filter. */
  addressesMax: 100,
  urlLengthMax: 2_048,
} as const;

/** How long a delivery is retried. */
export const RETRIED_MS = 24 * HOUR_MS;
/** How long the verification of an endpoint is retried. */
export const VERIFIED_MS = HOUR_MS;
/** How long a replaced secret still signs. */
export const OLD_SECRET_MS = 24 * HOUR_MS;
/** Replaced secrets that sign at a time: each adds a signature to the headers of every delivery. */
export const OLD_SECRETS_MAX = 10;
/** How long a disabled webhook is kept whose endpoint was never verified. */
export const NEVER_VERIFIED_MS = 24 * HOUR_MS;
/** How long a webhook that its endpoint disabled counts towards the quota of its caller. */
export const DISABLED_COUNTED_MS = 24 * HOUR_MS;
/** How long a disabled webhook without an account is kept. */
export const DISABLED_KEPT_MS = 90 * 24 * HOUR_MS;
/** How long ended deliveries are listed. */
export const DELIVERY_RETENTION_MS = 7 * 24 * HOUR_MS;
/** Without a success for so long, a webhook with a dead letter is disabled. */
export const UNREACHABLE_MS = 72 * HOUR_MS;
/** Longer than an attempt. A delivery whose process was killed is sent again after it. */
export const LEASE_MS = 20_000;
/** Overdue deliveries of a webhook are requested again after it. Longer than a lease. */
export const REQUESTED_AGAIN_MS = 60_000;
/** Deliveries of one webhook that are sent at a time, each of another token. */
export const SENT_AT_ONCE = 8;

const PAUSE_FIRST_MS = 5_000;
const PAUSE_MAX_MS = 2 * HOUR_MS;

/** The pause after a failed attempt: 5 s, 20 s, 80 s, … at most two hours. */
export function pauseAfterMs(attempts: number): number {
  return Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 4 ** Math.min(attempts - 1, 10));
}
