/** Limits of one request for events. */
export const EVENT_BLOCKS_MAX = 1_000;
export const EVENTS_MAX = 5_000;
export const TICKERS_MAX = 500;

/** Decimals that sites read of amounts and prices. */
export const FRACTION_DIGITS = 50;
