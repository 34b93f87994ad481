/**
 * A quota for one kind of request. Networks have `networkFactor` times their own factor of it in
 * rules that are counted in this process.
 */
export type LimitRule = {
  quota: number;
  windowSeconds: number;
  networkFactor?: number;
  /** As how many requests this one counts, where it is counted in this process. */
  cost?: number;
};

/** The limiter's word on one request. `resetSeconds` is when the next place is free. */
export type LimitDecision = {
  admitted: boolean;
  quota: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
};
