/**
 * A quota for one kind of request. In rules that are counted in this process, networks get
 * `networkFactor` times their own factor of it.
 */
export type LimitRule = {
  quota: number;
  windowSeconds: number;
  networkFactor?: number;
  /** Weight of this request where it is counted in this process. */
  cost?: number;
};

/** The limiter's decision on one request. `resetSeconds` is when the next request is allowed. */
export type LimitDecision = {
  allowed: boolean;
  quota: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
  /** Removes this request from the counts of the store; absent if they cannot be exact or it was refused. */
  giveBack?: () => Promise<void>;
};
