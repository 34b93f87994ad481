/** How long the service stores an idempotency key, and returns its first response again. */
export const IDEMPOTENCY_KEY_MS = 24 * 60 * 60_000;
