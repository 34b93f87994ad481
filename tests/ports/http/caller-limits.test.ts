import pino from "pino";
import { afterAll, expect, it } from "vitest";
import { createLimiter, type LimitStore } from "@/lib/drivers/limits/limiter";
import { readEnv } from "@/lib/env";
import { DEFAULT_SETTINGS } from "@/lib/features/settings/rules/settings";
import { subjectBuckets } from "@/lib/http/limits/buckets";
import { createCallerLimits, type LimitHeaders } from "@/lib/http/limits/caller-limits";
import { LIMITS } from "@/lib/operations/limits";
import { startLimitStores } from "../../setup/database/limit-stores";

/** Limits of an address, or of all: what they count was done by others. */
const SHARED = [
  "mailTo",
  "mailAll",
  "mailKnownTo",
  "codeGuess",
  "wrongCode",
  "newWalletAll",
  "webhookHost",
] as const;

const stores = await startLimitStores();
afterAll(() => Promise.all(stores.map(([, { stop }]) => stop())));

/** The limits of one caller, and the headers that a response would have now. */
function limitsOf(address: string, store: LimitStore) {
  const limiter = createLimiter({ store });
  const ctx = {
    env: readEnv({}),
    log: pino({ enabled: false }),
    limiter,
    settings: { current: () => DEFAULT_SETTINGS },
  };
  let sent: LimitHeaders = [];
  const caller = { address, buckets: subjectBuckets(address), isExempt: false };
  const limits = createCallerLimits(ctx, caller, (headers) => {
    sent = headers;
  });
  return { ...limits, limiter, sent: () => sent };
}

it.each(stores)(
  "tells whether a limit is used up without counting, over %s",
  async (_, { store }) => {
    const limiter = createLimiter({ store });
    const rule = { quota: 2, windowSeconds: 60 };
    const networks = [{ key: "net", factor: 1, hash: 0 }];
    for (const own of ["a", "b"]) {
      for (let n = 0; n < 3; n += 1)
        expect(await limiter.isUsedUp("t", rule, { own, networks })).toBe(false);
      await limiter.limit("t", rule, { own, networks });
    }
    expect(await limiter.isUsedUp("t", rule, { own: "a", networks })).toBe(true);
    expect(await limiter.isUsedUp("t", rule, { own: "a", networks: [] })).toBe(false);
    limiter.close();
  },
);

it.each(stores)(
  "gives back what a request counted under the named limits, and nothing else, over %s",
  async (_, { store }) => {
    const first = limitsOf("returned", store);
    const second = limitsOf("returned", store);
    for (let n = 0; n < LIMITS.mailTo.quota; n += 1) {
      await (n === 0 ? first : second).limit("mailTo", "to:returned");
    }
    await first.limit("mailTo", "to:another");
    await first.limit("mail");
    expect(await second.isUsedUp("mailTo", "to:returned")).toBe(true);
    await first.giveBack(["mailTo"]);
    await first.giveBack(["mailTo"]);
    await second.limit("mailTo", "to:returned");
    await expect(second.limit("mailTo", "to:returned")).rejects.toMatchObject({
      code: "rate_limited",
    });
    for (let n = 1; n < LIMITS.mail.quota; n += 1) await second.limit("mail");
    await expect(second.limit("mail")).rejects.toMatchObject({ code: "rate_limited" });
    for (const { limiter } of [first, second]) limiter.close();
  },
);

it.each(stores)(
  "headers describe the limit of a launch, not of its lookups, over %s",
  async (_, { store }) => {
    const { limiter, limit, retryAfterSeconds, sent } = limitsOf("a", store);
    await limit("launch");
    for (let n = 0; n < 300; n += 1) await limit("lookup");
    expect(sent()[1]).toMatch(/^"launch";/);
    expect(retryAfterSeconds()).toBe(0);
    await expect(limit("lookup")).rejects.toMatchObject({ code: "rate_limited" });
    expect(sent()[1]).toMatch(/^"lookup";/);
    limiter.close();
  },
);

it.each(stores)(
  "headers describe the limit of the caller, not what others did with an address, over %s",
  async (_, { store }) => {
    const { limiter, limit, sent } = limitsOf("mailer", store);
    await limit("mail");
    const own = sent();
    expect(own[1]).toMatch(/^"mail";/);
    for (const policy of SHARED) {
      const subject = `shared:${policy}`;
      const { quota } = LIMITS[policy];
      for (let n = 0; n < Math.min(quota, 3); n += 1) await limit(policy, subject);
      expect(sent()).toBe(own);
    }
    await expect(limit("mailTo", "shared:mailTo")).rejects.toMatchObject({ code: "rate_limited" });
    expect(sent()).toBe(own);
    limiter.close();
  },
);
