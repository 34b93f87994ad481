/** Addresses in one request for names. */
export const ADDRESSES_MAX = 50;
