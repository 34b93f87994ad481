/** Cards of the strip of newest tokens, and tokens that are read for it from each chain. */
export const NEWEST_TOKENS = 18;
