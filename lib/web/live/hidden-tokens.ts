/**
 * Tokens (`chain:address`) that a moderator has hidden while this page is open. A list that is frozen
 * under the pointer removes them too.
 */
export const hiddenTokens = new Set<string>();
