import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signBody } from "@/lib/drivers/jobs/signature";
import { delayMs } from "@/sandbox/engine/duration";
import { expressionError, isMatch, keyOf } from "@/sandbox/engine/expression";
import { duration, jobsPage } from "@/sandbox/engine/http/jobs-page";
import {
  functionConfig,
  incomingEvents,
  maxAttempts,
  ops,
  toStoredError,
} from "@/sandbox/engine/http/protocol";
import { configWarnings, isEventNameMatch } from "@/sandbox/engine/http/registry";
import { hashSigningKey, isSameSecret, isSignedBy } from "@/sandbox/engine/http/signature";
import { seededId, ulid } from "@/sandbox/engine/ids";
import { retryAfterMs, retryDelayMs, unreachableDelayMs } from "@/sandbox/engine/runs/backoff";
import { ConcurrencyCounters } from "@/sandbox/engine/runs/claim-jobs";
import { concurrencyLimits } from "@/sandbox/engine/runs/create-run";
import { parseCron } from "@/sandbox/engine/runs/run-crons";

const KEY = `signkey-test-${"0f".repeat(32)}`;

function config(options: object) {
  return functionConfig.parse({
    id: "app-fn",
    triggers: [{ event: "e" }],
    steps: { step: { id: "step" } },
    ...options,
  });
}

describe("backoff", () => {
  it.each([
    [0, 0, 750],
    [0, 1, 1_250],
    [3, 0.5, 8_000],
    [40, 0.5, 300_000],
  ])("after attempt %i with random %d waits %i ms", (attempt, random, expected) => {
    expect(retryDelayMs(attempt, 1_000, random)).toBe(expected);
  });

  it("retries an unreachable app soon, then every two seconds", () => {
    expect([0, 1, 2, 3, 4, 5, 50].map(unreachableDelayMs)).toEqual([
      100, 200, 400, 800, 1_600, 2_000, 2_000,
    ]);
  });

  it.each([
    ["30", 30_000],
    ["0", 0],
    ["1970-01-01T00:01:00.000Z", 55_000],
    ["1960-01-01T00:00:00.000Z", 0],
    ["soon", null],
    ["", null],
    [undefined, null],
  ])("reads Retry-After %s", (header, expected) => {
    expect(retryAfterMs(header, 5_000)).toBe(expected);
  });
});

describe("durations", () => {
  it.each([
    ["10s", 10_000],
    ["1w2d3h4m5s", 788_645_000],
    ["", 0],
    ["1970-01-01T00:00:10.000Z", 9_000],
    ["1960-01-01T00:00:00.000Z", 0],
    ["ten seconds", null],
    ["5", null],
  ])("%s", (text, expected) => {
    expect(delayMs(text, 1_000)).toBe(expected);
  });
});

describe("signatures", () => {
  it("signs the body followed by the time with the bare key", () => {
    const expected = createHmac("sha256", "0f".repeat(32)).update('{"a":1}1000').digest("hex");
    expect(signBody('{"a":1}', KEY, 1_000_500)).toBe(`t=1000&s=${expected}`);
  });

  it.each([
    ["another body", '{"a":2}', KEY, 1_000_000],
    ["another key", '{"a":1}', `signkey-test-${"0e".repeat(32)}`, 1_000_000],
    ["an old signature", '{"a":1}', KEY, 1_301_000],
  ])("rejects %s", (_, body, key, nowMs) => {
    expect(isSignedBy(key, body, signBody('{"a":1}', KEY, 1_000_000), nowMs)).toBe(false);
  });

  it.each([undefined, "", "t=&s=", "t=abc&s=def", "s=1"])("rejects the header %s", (header) => {
    expect(isSignedBy(KEY, "{}", header, 0)).toBe(false);
  });

  it("accepts its own signatures and hashes the key as the SDK does", () => {
    expect(isSignedBy(KEY, "{}", signBody("{}", KEY, 5_000), 9_000)).toBe(true);
    const digest = createHash("sha256")
      .update(Buffer.from("0f".repeat(32), "hex"))
      .digest("hex");
    expect(hashSigningKey(KEY)).toBe(`signkey-test-${digest}`);
  });

  it("compares secrets of any length", () => {
    expect([isSameSecret("a", "a"), isSameSecret("a", "ab"), isSameSecret("", "a")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("ids", () => {
  it("sort by time and have 26 characters", () => {
    const entropy = new Uint8Array(10).fill(255);
    expect(ulid(1, entropy) < ulid(2, new Uint8Array(10))).toBe(true);
    expect(ulid(Date.now(), entropy)).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it("are derived from the seed, one per index, and stable", () => {
    const seed = `1700000000000,${Buffer.from("0123456789").toString("base64")}`;
    expect(seededId(seed, 3)).toBe(seededId(seed, 3));
    expect(new Set([0, 1, 2].map((index) => seededId(seed, index))).size).toBe(3);
  });

  it.each([undefined, "", "1700000000000", "x,AAAA", "1,AAAA"])("rejects seed %s", (seed) => {
    expect(seededId(seed, 0)).toBeNull();
  });
});

describe("expressions", () => {
  const event = { name: "e", data: { n: 10, text: "a", list: [1, 2], none: null } };
  it.each([
    [undefined, true],
    ["", true],
    ["event.data.n > 9", true],
    ["event.data.n == async.data.n", true],
    ["event.data.text == 'b'", false],
    ["event.data.missing == 'b'", false],
    ["event.data.missing.deep == 'b'", false],
    ["has(event.data.missing)", false],
    ["event.data.none == null", true],
    ["1 in event.data.list && event.data.text != 'z'", true],
    ["event.data.text", false],
    ["this is not CEL", false],
  ])("%s is %s", (expression, expected) => {
    expect(isMatch(expression, { event, async: { data: { n: 10 } } })).toBe(expected);
  });

  it.each([
    ["event.data.text", "a"],
    ["event.data.n", "10"],
    ["event.data.list", "[1,2]"],
    ['event.data.text + "-" + string(event.data.n)', "a-10"],
    ["event.data.missing", ""],
  ])("key %s is %s", (expression, expected) => {
    expect(keyOf(expression, { event })).toBe(expected);
  });

  it("rejects an invalid expression", () => {
    expect(expressionError("event.data.x ==")).not.toBeNull();
    expect(expressionError("event.data.x == 1")).toBeNull();
  });
});

describe("event names", () => {
  it.each([
    ["a/b", "a/b", true],
    ["a/b", "a/bc", false],
    ["a/*", "a/bc", true],
    ["a/*", "b/bc", false],
  ])("%s covers %s: %s", (pattern, name, expected) => {
    expect(isEventNameMatch(pattern, name)).toBe(expected);
  });
});

describe("function configuration", () => {
  it("counts attempts from retries", () => {
    expect(maxAttempts(config({}))).toBe(4);
    expect(maxAttempts(config({ steps: { step: { retries: { attempts: 0 } } } }))).toBe(1);
  });

  it("accepts the three forms of concurrency", () => {
    expect(config({ concurrency: 3 }).concurrency).toEqual([{ limit: 3 }]);
    expect(config({ concurrency: { limit: 1, key: "event.id" } }).concurrency).toHaveLength(1);
    expect(config({ concurrency: [{ limit: 1 }, { limit: 2 }] }).concurrency).toHaveLength(2);
  });

  it("creates counters per function, key and scope", () => {
    const limits = (options: object, id = "app-fn") =>
      concurrencyLimits(config({ id, ...options }), { event: { data: { k: "x" } } });
    const shared = { concurrency: { limit: 2, key: "event.data.k", scope: "account" } };
    expect(limits(shared)).toEqual(limits(shared, "app-other"));
    expect(limits({ concurrency: 2 })).not.toEqual(limits({ concurrency: 2 }, "app-other"));
    expect(limits({ concurrency: 0 })).toEqual([]);
  });

  it("warns of unsupported options and invalid expressions", () => {
    expect(configWarnings(config({}))).toEqual([]);
    const warnings = configWarnings(
      config({ throttle: { limit: 1, period: "1s" }, debounce: {}, idempotency: "event." }),
    );
    expect(warnings).toHaveLength(3);
    expect(warnings[0]).toContain("throttle");
  });

  it.each([
    ["*/5 * * * *", { pattern: "*/5 * * * *", timezone: "UTC" }],
    ["TZ=Europe/Paris 0 12 * * 5", { pattern: "0 12 * * 5", timezone: "Europe/Paris" }],
  ])("reads cron %s", (expression, expected) => {
    expect(parseCron(expression)).toEqual(expected);
  });
});

describe("concurrency counters", () => {
  it("are full at their limit and free after a release", () => {
    const counters = new ConcurrencyCounters();
    const limits = [{ key: "k", limit: 2 }];
    counters.occupy(limits);
    expect([counters.fullKeysOf(limits), counters.fullKeys()]).toEqual([[], []]);
    counters.occupy(limits);
    expect([counters.fullKeysOf(limits), counters.fullKeys()]).toEqual([["k"], ["k"]]);
    counters.release(limits);
    expect(counters.fullKeysOf(limits)).toEqual([]);
  });
});

describe("wire shapes", () => {
  it.each([
    ["no name", [{ data: {} }]],
    ["an empty name", { name: "" }],
    ["NUL in an id", { name: "a", id: "\0" }],
    ["a text", "event"],
    ["a wrong time", { name: "a", ts: "now" }],
  ])("rejects events with %s", (_, body) => {
    expect(incomingEvents.safeParse(body).success).toBe(false);
  });

  it("accepts one event or several", () => {
    expect(incomingEvents.parse({ name: "a" })).toHaveLength(1);
    expect(incomingEvents.parse([{ name: "a" }, { name: "b" }])).toHaveLength(2);
  });

  it("decodes operations and rejects invalid ones", () => {
    expect(ops.parse({ id: "1", op: "StepRun", data: 1 })).toHaveLength(1);
    expect(ops.safeParse([{ id: "1" }]).success).toBe(false);
    expect(ops.safeParse("StepRun").success).toBe(false);
  });

  it.each([
    [
      { name: "TypeError", message: "m", stack: "s" },
      { name: "TypeError", message: "m" },
    ],
    [{ error: "only this" }, { name: "Error", message: "only this" }],
    ["text", { name: "Error", message: "text" }],
    [null, { name: "Error", message: "null" }],
  ])("creates an error from %j", (value, expected) => {
    expect(toStoredError(value)).toMatchObject(expected);
  });
});

describe("page", () => {
  it("escapes markup", () => {
    const name = `<a href="x" id='y'>&</a>`;
    const at = new Date();
    const times = { queued_at: at, started_at: at, ended_at: at };
    const status = "failed" as const;
    const run = { id: name, function_id: name, status, steps: [], ...times };
    const runs = [{ ...run, event: { name }, output: name, error: { message: name } }];
    const page = jobsPage({ runs, counts: {}, status: null, next: name });
    expect(page).not.toMatch(/<a href="x"|id='y'|&<|[^>]<\/a><\/a>/);
    expect(page).toContain("&#60;a href=&#34;x&#34; id=&#39;y&#39;&#62;&#38;&#60;/a&#62;");
  });

  it.each([
    [null, "–"],
    [999, "999 ms"],
    [1_500, "1.5 s"],
    [150_000, "2.5 min"],
  ])("shows %s ms as %s", (ms, expected) => {
    expect(duration(ms)).toBe(expected);
  });
});
