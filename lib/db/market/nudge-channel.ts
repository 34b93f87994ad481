/** Channel on which the indexer is told to look now; the payload is a chain's slug, or empty. */
export const NUDGE_CHANNEL = "indexer_nudge";
