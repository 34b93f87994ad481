import type { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { z } from "zod";
import type { Buckets } from "@/lib/http/limits/buckets";

type Algorithm = ConstructorParameters<typeof Ratelimit>[0]["limiter"];

/**
 * Stores the time of each allowed request. No window of the given length exceeds the quota, and the
 * time of the next allowed request is exact. Upstash's algorithms allow a burst at the window's
 * edge or only estimate the wait. A request is allowed and recorded only when every key has room:
 * the caller's and those of its networks. After a quota was lowered a key holds more than it, and all
 * requests above it have to leave the window first. Lua 5.1 negates 0 to "-0", which Redis 7.0 and older
 * do not accept as an index.
 */
const SCRIPT = `
local now, window, member = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local left, reset = nil, 0
for i, key in ipairs(KEYS) do
  local quota = tonumber(ARGV[3 + i])
  redis.call("ZREMRANGEBYSCORE", key, "-inf", now - window)
  local free = quota - redis.call("ZCARD", key)
  if left == nil or free < left then left = free end
  if free <= 0 then
    local at = string.format("%d", 0 - free)
    local last = redis.call("ZRANGE", key, at, at, "WITHSCORES")
    reset = math.max(reset, tonumber(last[2]) + window)
  end
end
if left <= 0 then return {0, 0, tostring(reset)} end
for _, key in ipairs(KEYS) do
  redis.call("ZADD", key, now, member)
  redis.call("PEXPIRE", key, window)
end
local oldest = redis.call("ZRANGE", KEYS[1], 0, 0, "WITHSCORES")
return {1, left - 1, tostring(tonumber(oldest[2]) + window)}
`;

/** How many more requests every key has room for. Uses the commands of the script above only. */
const LEFT_SCRIPT = `
local left = nil
for i, key in ipairs(KEYS) do
  redis.call("ZREMRANGEBYSCORE", key, "-inf", tonumber(ARGV[1]))
  local free = tonumber(ARGV[1 + i]) - redis.call("ZCARD", key)
  if left == nil or free < left then left = free end
end
return left
`;

/** Anything else does not come from the script: the store is broken, which is not a refusal. */
const decision = z.tuple([
  z.union([z.literal(0), z.literal(1)]),
  z.number().int(),
  z.union([z.number(), z.string().regex(/^\d+(\.\d+)?(e\+\d+)?$/)]).transform(Number),
]);

/** Removes one request from every key. */
const GIVE_BACK_SCRIPT = `
for _, key in ipairs(KEYS) do redis.call("ZREM", key, ARGV[1]) end
return 1
`;

/** A counted request in the store. */
const counted = z.object({ keys: z.array(z.string()), member: z.string() });

/**
 * Removes an allowed request from the store.
 * @param answer the answer of `limit` of a `slidingLog`
 */
export async function giveBack(
  redis: Redis,
  answer: Pick<Awaited<ReturnType<Ratelimit["limit"]>>, "pending">,
): Promise<void> {
  const { keys, member } = counted.parse(await answer.pending);
  await redis.eval<string[], unknown>(GIVE_BACK_SCRIPT, keys, [member]);
}

const SEPARATOR = " ";

/**
 * The identifier under which `slidingLog` counts a caller. A subject may be any text, so its
 * separators are escaped: otherwise each of its words would be a key that others share.
 */
export function identifierOf({ own, networks }: Buckets): string {
  const subject = own.replace(/[%* ]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return [subject, ...networks.map(({ key, factor }) => `${key}*${factor}`)].join(SEPARATOR);
}

/** Keys and quotas of an identifier, the caller's first. */
function keysOf(prefix: string, identifier: string, quota: number) {
  return identifier.split(SEPARATOR).map((bucket) => {
    const [name = "", factor = "1"] = bucket.split("*");
    return { key: `${prefix}:${name}`, quota: quota * Number(factor) };
  });
}

/**
 * An algorithm for `@upstash/ratelimit`: at most `quota` requests in any `windowMs` milliseconds,
 * multiplied by a network's factor for all its callers. Takes identifiers from `identifierOf`.
 * Costs one sorted-set entry per request and bucket, so use it for small quotas.
 */
export function slidingLog(quota: number, windowMs: number): Algorithm {
  return () => ({
    async limit(ctx, identifier) {
      if (!("redis" in ctx)) throw new Error("The sliding log needs a single region");
      const now = Date.now();
      const member = `${now}:${crypto.randomUUID()}`;
      const keys = keysOf(ctx.prefix, identifier, quota);
      const outcome = await ctx.redis.eval<(string | number)[], unknown>(
        SCRIPT,
        keys.map(({ key }) => key),
        [now, windowMs, member, ...keys.map((one) => one.quota)],
      );
      const [allowed, remaining, reset] = decision.parse(outcome);
      return {
        success: allowed === 1,
        limit: quota,
        remaining,
        reset,
        // The library passes it on; `giveBack` reads it.
        pending: Promise.resolve({ keys: keys.map(({ key }) => key), member }),
      };
    },
    async getRemaining(ctx, identifier) {
      if (!("redis" in ctx)) throw new Error("The sliding log needs a single region");
      const keys = keysOf(ctx.prefix, identifier, quota);
      const outcome = await ctx.redis.eval<number[], unknown>(
        LEFT_SCRIPT,
        keys.map(({ key }) => key),
        [Date.now() - windowMs, ...keys.map((one) => one.quota)],
      );
      return {
        remaining: Math.max(0, z.number().int().parse(outcome)),
        reset: Date.now() + windowMs,
        limit: quota,
      };
    },
    async resetTokens(ctx, identifier) {
      if (!("redis" in ctx)) throw new Error("The sliding log needs a single region");
      const [own] = keysOf(ctx.prefix, identifier, quota);
      if (own !== undefined) await ctx.redis.del(own.key);
    },
  });
}
