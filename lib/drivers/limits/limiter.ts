import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import type { Buckets } from "@/lib/http/limits/buckets";
import type { LimitDecision, LimitRule } from "./limit-rule";
import { createPatience } from "./patience";
import { createRedisRequester } from "./redis-requester";
import { createSharedWindows } from "./shared-windows";
import { identifierOf, slidingLog } from "./sliding-log";

/** Where requests are counted: a plain Redis or Valkey server, or Upstash by its REST API. */
export type LimitStore = { redisUrl: string } | { upstashUrl: string; upstashToken: string };

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
  /** Closes the connection to the store. */
  close(): void;
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
 * Opens the store on first use.
 * @param options.onFailure called when counts of this process could not be shared
 */
export function createLimiter(options: {
  store: LimitStore;
  onFailure?: (error: unknown) => void;
  now?: () => number;
}): Limiter {
  const patience = createPatience();
  const { redis, close } = openStore(options.store, patience.signal);
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
    close,
  };
}

function openStore(
  store: LimitStore,
  signal: () => AbortSignal,
): { redis: Redis; close: () => void } {
  if ("redisUrl" in store) {
    const requester = createRedisRequester({ url: store.redisUrl, signal });
    return { redis: new Redis(requester), close: requester.close };
  }
  const redis = new Redis({
    url: store.upstashUrl,
    token: store.upstashToken,
    retry: false,
    enableTelemetry: false,
    signal,
  });
  return { redis, close: () => undefined };
}
