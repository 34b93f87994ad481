import { OPERATIONS } from "@/lib/operations/all";
import { LIMITS, type LimitPolicyName } from "@/lib/operations/limits";
import type { Operation } from "@/lib/operations/operation";

export type LimitRow = {
  name: LimitPolicyName;
  /** Endpoint or group that shares a limit, such as `POST /api/v1/upload-image`. */
  endpoints: string[];
  quota: number;
  window: string;
  /** Whether requests are allowed when the rate-limit store is down. */
  isOpenWithoutStore: boolean;
};

const WINDOWS: Record<number, string> = { 60: "minute", 3600: "hour" };
/** Counted by services of endpoints, not by the own policies of these. */
const MORE: Partial<Record<LimitPolicyName, string>> = {
  dryRun: "Dry runs and idempotent replays",
  lookup: "X and Farcaster usernames that are looked up",
  newWallet:
    "New managed wallets of prepared launches, and of share changes that your wallet sends",
  nameLookup: "Addresses whose names are looked up",
};

/** All limits of the public APIs, with their operations. */
export function limitRows(): LimitRow[] {
  const names = Object.keys(LIMITS).filter((name): name is LimitPolicyName => name in LIMITS);
  return names.flatMap((name) => {
    const { quota, windowSeconds, whenStoreIsDown } = LIMITS[name];
    const own = Object.values<Operation>(OPERATIONS).filter(({ limit }) => limit?.policy === name);
    const endpoints = own.map(({ method, path }) => `${method} ${path}`);
    const more = MORE[name];
    if (more !== undefined) endpoints.push(more);
    if (endpoints.length === 0) return [];
    const window = WINDOWS[windowSeconds] ?? `${windowSeconds} seconds`;
    const isOpenWithoutStore = whenStoreIsDown === "open";
    return [{ name, endpoints, quota, window, isOpenWithoutStore }];
  });
}
