import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { z } from "zod";
import type { Buckets } from "@/lib/http/limits/buckets";
import { UnavailableError } from "@/lib/shared/unavailable";
import type { LimitDecision, LimitRule } from "./limit-rule";
import { createRedisRequester } from "./redis-requester";
import { createSharedWindows } from "./shared-windows";
import { giveBack, identifierOf, slidingLog } from "./sliding-log";
import { createStoreTimeout } from "./store-timeout";

/** The rate-limit store: a Redis or Valkey server, or Upstash through its REST API. */
export type LimitStore = { redisUrl: string } | { upstashUrl: string; upstashToken: string };

/** Thrown when the rate-limit store does not respond in time. */
export class LimiterUnavailableError extends UnavailableError {
  override readonly name = "LimiterUnavailableError";
}

export type Limiter = {
  /**
   * Counts one request under a named rule in the store. No window exceeds the quota of the caller
   * or of its networks, across all processes. An allowed request has a `giveBack`, which throws the same error.
   * @throws LimiterUnavailableError
   */
  limit(name: string, rule: LimitRule, buckets: Buckets): Promise<LimitDecision>;
  /**
   * Whether `limit` would refuse the next request. Counts nothing.
   * @throws LimiterUnavailableError
   */
  isUsedUp(name: string, rule: LimitRule, buckets: Buckets): Promise<boolean>;
  /**
   * Counts one request in this process, in fixed windows that processes share through the store
   * with a short delay. Needs no round trip and keeps working while the store is down.
   */
  limitLocally(name: string, rule: LimitRule, buckets: Buckets): LimitDecision;
  /** Whether the store counts: one that is full or a replica responds, but accepts no writes. */
  isHealthy(): Promise<boolean>;
  /** Closes the connection to the store. */
  close(): void;
};

/** Increments all counters and returns their new values in one command. */
const ADD_TALLIES = `
local totals = {}
for i, key in ipairs(KEYS) do
  totals[i] = redis.call("INCRBY", key, ARGV[2 * i - 1])
  if totals[i] == tonumber(ARGV[2 * i - 1]) then redis.call("PEXPIRE", key, ARGV[2 * i]) end
end
return totals
`;

/** Counts health checks, so that they find a store that accepts no writes. */
const HEALTH_KEY = "slipway:health";
const HEALTH_KEY_MS = 60_000;

/** One per tally; a store that returns anything else has not counted. */
const totals = z.array(z.number().int().nonnegative());

/**
 * Connects to the store on first use.
 * @param options.onFailure called when this process could not share its counts
 */
export function createLimiter(options: {
  store: LimitStore;
  onFailure?: (error: unknown) => void;
  now?: () => number;
}): Limiter {
  const storeTimeout = createStoreTimeout();
  const { redis, close } = openStore(options.store, storeTimeout.signal);
  const limiters = new Map<string, Ratelimit>();
  const windows = createSharedWindows({
    now: options.now ?? Date.now,
    onFailure: options.onFailure ?? (() => undefined),
    async report(tallies) {
      const outcome = await redis.eval<(number | string)[], unknown>(
        ADD_TALLIES,
        tallies.map(({ key }) => `slipway:limit:${key}`),
        // Expires after two windows, so that a process whose clock is behind finds it.
        tallies.flatMap(({ allowed, windowSeconds }) => [allowed, windowSeconds * 2_000]),
      );
      return totals.length(tallies.length).parse(outcome);
    },
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
      // The library allows requests when the store is slow. Disabled: the signal above aborts the
      // call.
      timeout: 0,
    });
    limiters.set(key, created);
    return created;
  }

  return {
    async limit(name, rule, buckets) {
      const answer = await limiterFor(name, rule)
        .limit(identifierOf(buckets))
        .catch(throwUnavailable);
      storeTimeout.renew();
      const decision = {
        allowed: answer.success,
        quota: answer.limit,
        windowSeconds: rule.windowSeconds,
        remaining: Math.max(0, answer.remaining),
        resetSeconds: Math.max(1, Math.ceil((answer.reset - Date.now()) / 1000)),
      };
      if (!answer.success) return decision;
      return { ...decision, giveBack: () => giveBack(redis, answer).catch(throwUnavailable) };
    },
    async isUsedUp(name, rule, buckets) {
      try {
        const answer = await limiterFor(name, rule).getRemaining(identifierOf(buckets));
        storeTimeout.renew();
        return answer.remaining === 0;
      } catch (cause) {
        return throwUnavailable(cause);
      }
    },
    limitLocally: windows.count,
    async isHealthy() {
      try {
        const outcome = await redis.eval(ADD_TALLIES, [HEALTH_KEY], [1, HEALTH_KEY_MS]);
        return totals.length(1).safeParse(outcome).success;
      } catch {
        // A failed health check is a result, not an error.
        return false;
      }
    },
    close,
  };
}

function throwUnavailable(cause: unknown): never {
  throw new LimiterUnavailableError("The rate-limit store failed", { cause });
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
