/** How many database connections a web server opens at most, by what they are for. */
export const WEB_CONNECTIONS_MAX = {
  writing: 20,
  reading: 8,
  /** Whether the database answers, apart from the busy pools. */
  checking: 1,
  /** One for each channel: market, outbox, moderation. */
  listening: 3,
} as const;

/** The pool of an indexer. It opens one more for each chain, on which it leads or stands by. */
export const INDEXER_POOL_MAX = 8;
