import { ApiError, type Client, createClient } from "@slipway-launchpad/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const TOKEN = { name: "First Light", symbol: "LIGHT", imageIpfs: "Qm" };
const MANAGER = { protocolFee: 100, recipientEmail: "ada@example.com" };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A service that never responds. */
const silent: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });
const lost: typeof fetch = () => Promise.reject(new TypeError("fetch failed"));
const busy: typeof fetch = async () =>
  Response.json({}, { status: 503, headers: { "Retry-After": "9" } });

/** The error of a call, and the milliseconds until it was thrown. */
async function failed(send: typeof fetch, start: (client: Client) => Promise<unknown>) {
  const startedAt = performance.now();
  let attempts = 0;
  const client = createClient({
    baseUrl: "http://localhost",
    fetch: (url, init) => {
      attempts += 1;
      return send(url, init);
    },
  });
  const end = start(client).then(
    () => null,
    (error: unknown) => ({ error, ms: performance.now() - startedAt }),
  );
  await vi.runAllTimersAsync();
  const result = await end;
  if (!(result?.error instanceof ApiError)) throw new Error("no ApiError");
  return { error: result.error, seconds: result.ms / 1_000, attempts };
}

describe("the time limit of a call", () => {
  it.each([
    ["a given limit", 1, (client: Client) => client.listTokens("base", {}, { timeoutMs: 1_000 })],
    ["a read", 30, (client: Client) => client.listTokens("base")],
    ["a launch", 30, (client: Client) => client.launchMemecoin("base", TOKEN)],
    ["a manager", 75, (client: Client) => client.createRevenueManager("base", MANAGER)],
  ])("includes its retries: %s", async (_, limit, start) => {
    const { error, seconds } = await failed(silent, start);
    expect(error.code).toBe("timeout");
    expect(seconds).toBeGreaterThanOrEqual(limit);
    expect(seconds).toBeLessThan(limit + 0.1);
  });

  it("bounds the last attempt by the rest of the time, and reports the key", async () => {
    let isFirst = true;
    const lostOnce: typeof fetch = (url, init) => {
      const send = isFirst ? lost : silent;
      isFirst = false;
      return send(url, init);
    };
    const options = { timeoutMs: 2_000, idempotencyKey: "mine" };
    const { error, seconds, attempts } = await failed(lostOnce, (client) =>
      client.launchMemecoin("base", TOKEN, options),
    );
    expect(error).toMatchObject({
      code: "timeout",
      idempotencyKey: "mine",
      isOutcomeUnknown: true,
    });
    expect(attempts).toBe(2);
    expect(seconds).toBeLessThan(2.1);
  });

  it.each([
    ["a lost connection", lost, 2, "network_error"],
    ["a busy service", busy, 1, "http_503"],
  ])("does not wait for an attempt after the limit: %s", async (_, send, count, code) => {
    const { error, seconds, attempts } = await failed(send, (client) =>
      client.listTokens("base", {}, { timeoutMs: 1_000 }),
    );
    expect({ code: error.code, attempts }).toEqual({ code, attempts: count });
    expect(seconds).toBeLessThan(1);
  });

  it("may be infinite", async () => {
    const options = { timeoutMs: Number.POSITIVE_INFINITY };
    const { attempts } = await failed(lost, (client) => client.listTokens("base", {}, options));
    expect(attempts).toBe(4);
  });

  it.each([Number.NaN, -1])("cannot be %d", async (timeoutMs) => {
    const client = createClient({ baseUrl: "http://localhost", fetch: silent });
    await expect(client.listTokens("base", {}, { timeoutMs })).rejects.toThrow(RangeError);
    await expect(client.waitForLaunch("job", { timeoutMs })).rejects.toThrow(RangeError);
    await expect(client.waitForVideo("uid", { timeoutMs })).rejects.toThrow(RangeError);
  });
});
