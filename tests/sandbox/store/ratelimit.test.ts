import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Store, startStore } from "@/sandbox/store/start-store";

let store: Store;
let redis: Redis;
beforeAll(async () => {
  store = await startStore({ port: 0, token: "t", log: pino({ level: "silent" }) });
  redis = new Redis({ url: store.url, token: "t", retry: false, enableTelemetry: false });
});
afterAll(() => store.stop());

const ALGORITHMS = {
  fixedWindow: (limit: number) => Ratelimit.fixedWindow(limit, "1 h"),
  slidingWindow: (limit: number) => Ratelimit.slidingWindow(limit, "1 h"),
  tokenBucket: (limit: number) => Ratelimit.tokenBucket(limit, "1 h", limit),
} as const;

describe.each(Object.entries(ALGORITHMS))("%s of the unmodified library", (name, algorithm) => {
  const create = (limit: number, prefix: string) =>
    new Ratelimit({
      redis,
      limiter: algorithm(limit),
      prefix: `${name}:${prefix}`,
      ephemeralCache: false,
    });

  it("admits exactly 100 of 300 at once", async () => {
    const limiter = create(100, "burst");
    const answers = await Promise.all(Array.from({ length: 300 }, () => limiter.limit("one")));
    expect(answers.filter((answer) => answer.success)).toHaveLength(100);
  });

  it("counts down, keeps callers apart, answers what remains, resets", async () => {
    const limiter = create(3, "steps");
    const remaining: number[] = [];
    for (let call = 0; call < 3; call++) remaining.push((await limiter.limit("a")).remaining);
    expect(remaining).toEqual([2, 1, 0]);
    const refused = await limiter.limit("a");
    expect(refused.success).toBe(false);
    expect(refused.reset).toBeGreaterThan(Date.now());
    expect((await limiter.limit("b")).success).toBe(true);
    expect((await limiter.getRemaining("a")).remaining).toBe(0);
    await limiter.resetUsedTokens("a");
    expect((await limiter.getRemaining("a")).remaining).toBe(3);
    expect((await limiter.limit("a")).success).toBe(true);
  });
});

it("a window of weeks does not overflow", async () => {
  const limiter = new Ratelimit({
    redis,
    limiter: Ratelimit.slidingWindow(2, "20 d"),
    prefix: "weeks",
    ephemeralCache: false,
  });
  expect((await limiter.limit("a")).success).toBe(true);
  const [key] = await redis.keys("weeks:*");
  expect(await redis.pttl(key ?? "")).toBeGreaterThan(20 * 86_400_000);
});

it("a window that has passed is free again", async () => {
  const limiter = new Ratelimit({
    redis,
    limiter: Ratelimit.fixedWindow(1, "200 ms"),
    prefix: "short",
    ephemeralCache: false,
  });
  const deadline = Date.now() + 5_000;
  for (let admitted = 0; admitted < 3; ) {
    if ((await limiter.limit("a")).success) admitted += 1;
    expect(Date.now()).toBeLessThan(deadline);
  }
});
