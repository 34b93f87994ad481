/**
 * Notification channel that makes the indexer poll at once; the payload is a chain slug, or empty.
 */
export const INDEXER_SIGNAL_CHANNEL = "indexer_nudge";

/** Notification channel for changed rows of a chain; the payload is JSON. */
export const MARKET_CHANNEL = "market_updates";
