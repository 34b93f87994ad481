/** Channel on which the indexer is told to look now; the payload is a chain's slug, or empty. */
export const INDEXER_SIGNAL_CHANNEL = "indexer_nudge";

/** Channel on which readers hear that a chain's rows changed; the payload is JSON. */
export const MARKET_CHANNEL = "market_updates";
