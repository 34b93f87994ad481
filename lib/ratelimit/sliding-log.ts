import type { Ratelimit } from "@upstash/ratelimit";

type Algorithm = ConstructorParameters<typeof Ratelimit>[0]["limiter"];

/**
 * Keeps the time of each admitted request, so that no window of the given length ever holds more
 * than the quota and the moment of the next free place is known exactly. Upstash's own algorithms
 * admit a burst at the window's edge or only estimate the wait.
 */
const SCRIPT = `
local key, now, window, quota = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call("ZREMRANGEBYSCORE", key, "-inf", now - window)
local used = redis.call("ZCARD", key)
local admitted = 0
if used < quota then
  redis.call("ZADD", key, now, ARGV[4])
  redis.call("PEXPIRE", key, window)
  used = used + 1
  admitted = 1
end
local oldest = redis.call("ZRANGE", key, 0, 0, "WITHSCORES")
return {admitted, quota - used, tostring(tonumber(oldest[2]) + window)}
`;

/**
 * A limiter for `@upstash/ratelimit`: at most `quota` requests in any `windowMs` milliseconds.
 * Costs one sorted-set entry a request, so it is for small quotas.
 */
export function slidingLog(quota: number, windowMs: number): Algorithm {
  const keyOf = (prefix: string, identifier: string) => [prefix, identifier].join(":");
  return () => ({
    async limit(ctx, identifier) {
      if (!("redis" in ctx)) throw new Error("The sliding log needs a single region");
      const now = Date.now();
      const member = `${now}:${crypto.randomUUID()}`;
      const [admitted, remaining, reset] = await ctx.redis.eval<
        (string | number)[],
        [number, number, string | number]
      >(SCRIPT, [keyOf(ctx.prefix, identifier)], [now, windowMs, quota, member]);
      return {
        success: admitted === 1,
        limit: quota,
        remaining,
        reset: Number(reset),
        pending: Promise.resolve(),
      };
    },
    async getRemaining(ctx, identifier) {
      if (!("redis" in ctx)) throw new Error("The sliding log needs a single region");
      const since = Date.now() - windowMs;
      const used = await ctx.redis.zcount(keyOf(ctx.prefix, identifier), since, "+inf");
      return { remaining: Math.max(0, quota - used), reset: Date.now() + windowMs, limit: quota };
    },
    async resetTokens(ctx, identifier) {
      if (!("redis" in ctx)) throw new Error("The sliding log needs a single region");
      await ctx.redis.del(keyOf(ctx.prefix, identifier));
    },
  });
}
