/**
 * Rate limits per caller (IPv4 address, IPv6 /64). `quota` requests in any `windowSeconds`.
 * `whenStoreIsDown`: `closed` answers 503, `open` lets the request through.
 * Source: interface, "Limits"; decisions, "Interface B".
 */
export const LIMITS = {
  launch: { quota: 2, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  rehearsal: { quota: 30, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  manager: { quota: 10, windowSeconds: 60, exact: true, whenStoreIsDown: "closed" },
  /** Per wallet that is paid, not per caller. */
  payout: { quota: 10, windowSeconds: 3600, exact: true, whenStoreIsDown: "closed" },
  data: { quota: 300, windowSeconds: 60, exact: false, whenStoreIsDown: "open" },
} as const satisfies Record<string, LimitPolicy>;

export type LimitPolicy = {
  quota: number;
  windowSeconds: number;
  /** Counted to the request in any window, where a fixed window would admit a burst at its edge. */
  exact: boolean;
  whenStoreIsDown: "open" | "closed";
};
export type LimitPolicyName = keyof typeof LIMITS;
