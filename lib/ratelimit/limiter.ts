import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import type { Buckets } from "../http/buckets";
import { createPatience } from "./patience";
import { createSharedWindows } from "./shared-windows";
import { identifierOf, slidingLog } from "./sliding-log";

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

/** Thrown when the rate-limit store does not answer in time. */
export class LimiterUnavailableError extends Error {
  override readonly name = "LimiterUnavailableError";
}

export type Limiter = {
  /**
   * Counts one request under a named rule, in the store: never more than the quota in any window,
   * for the caller and for each network around it, whichever process is asked.
   * @throws LimiterUnavailableError
   */
  limit(name: string, rule: LimitRule, buckets: Buckets): Promise<LimitDecision>;
  /**
   * Counts one request in this process, in fixed windows that all processes share through the store
   * a little later. Needs no round trip and goes on while the store is down.
   */
  limitLocally(name: string, rule: LimitRule, buckets: Buckets): LimitDecision;
  /** Whether the store answers. */
  isHealthy(): Promise<boolean>;
};

/** Adds to counters and answers their new values; one command however many callers there are. */
const ADD_TALLIES = `
local totals = {}
for i, key in ipairs(KEYS) do
  totals[i] = redis.call("INCRBY", key, ARGV[2 * i - 1])
  if totals[i] == tonumber(ARGV[2 * i - 1]) then redis.call("PEXPIRE", key, ARGV[2 * i]) end
end
return totals
`;

/**
 * Rate limits in an Upstash-compatible store.
 * @param options.url its REST address
 * @param options.onFailure told when counts of this process could not be shared
 */
export function createLimiter(options: {
  url: string;
  token: string;
  onFailure?: (error: unknown) => void;
  now?: () => number;
}): Limiter {
  const patience = createPatience();
  const redis = new Redis({
    url: options.url,
    token: options.token,
    retry: false,
    enableTelemetry: false,
    signal: patience.signal,
  });
  const limiters = new Map<string, Ratelimit>();
  const windows = createSharedWindows({
    now: options.now ?? Date.now,
    onFailure: options.onFailure ?? (() => undefined),
    report: (tallies) =>
      redis.eval<(number | string)[], number[]>(
        ADD_TALLIES,
        tallies.map(({ key }) => `slipway:limit:${key}`),
        // Kept for a second window, so that a process whose clock is behind finds it.
        tallies.flatMap(({ admitted, windowSeconds }) => [admitted, windowSeconds * 2_000]),
      ),
  });

  function limiterFor(name: string, rule: LimitRule): Ratelimit {
    const key = `${name}:${rule.quota}:${rule.windowSeconds}`;
    const known = limiters.get(key);
    if (known !== undefined) return known;
    const windowMs = rule.windowSeconds * 1000;
    const created = new Ratelimit({
      redis,
      prefix: `slipway:limit:${name}`,
      limiter: slidingLog(rule.quota, windowMs),
      ephemeralCache: false,
      // Its own answer to a slow store is "admitted"; the signal above ends the call instead.
      timeout: 0,
    });
    limiters.set(key, created);
    return created;
  }

  return {
    async limit(name, rule, buckets) {
      const answer = await limiterFor(name, rule)
        .limit(identifierOf(buckets))
        .catch((cause: unknown) => {
          throw new LimiterUnavailableError("The rate-limit store failed", { cause });
        });
      patience.renew();
      return {
        admitted: answer.success,
        quota: answer.limit,
        windowSeconds: rule.windowSeconds,
        remaining: Math.max(0, answer.remaining),
        resetSeconds: Math.max(1, Math.ceil((answer.reset - Date.now()) / 1000)),
      };
    },
    limitLocally: windows.count,
    async isHealthy() {
      try {
        return (await redis.ping()) === "PONG";
      } catch {
        // Unreachable is the answer, not an error of the check.
        return false;
      }
    },
  };
}
