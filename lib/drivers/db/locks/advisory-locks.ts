/** First number, arbitrary. */
const FIRST = 5_107_221;

/**
 * Work of one process of an installation at a time. The position gives the number of the lock, so two
 * are never equal. Only append: servers of the previous release use the same numbers.
 */
const NAMES = ["migrations", "secrets", "uploads", "nodes", "webhooks"] as const;

/** The number of an advisory lock with one key; locks of a name use its hash. */
export function lockNumberOf(name: (typeof NAMES)[number]): number {
  return FIRST + NAMES.indexOf(name);
}
