import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addressBuckets } from "@/lib/http/limits/buckets";
import {
  BURST_MS,
  CALLER_SHARE,
  createWorkShare,
  NETWORK_SHARE,
  type Work,
} from "@/lib/http/limits/share-work";
import { AppError } from "@/lib/shared/errors";

const page: Work = { milliseconds: 20, line: { name: "page", atOnce: 2 } };
const call: Work = { milliseconds: 2, line: { name: "relayRpc", atOnce: 2 }, isTimed: true };
const fixed = (milliseconds: number): Work => ({ milliseconds });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const share = createWorkShare({ now: () => Date.now() });
  let started = 0;

  /** Sends a request that takes `tookMs` once it has started; null: it never ends by itself. */
  function send(address: string, work: Work, tookMs: number | null = 0) {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const seen = { started: false, code: "" };
    const start = () => {
      seen.started = true;
      started += 1;
      if (tookMs !== null) setTimeout(() => response.emit("close"), tookMs);
    };
    try {
      const outcome = share.enter(work, addressBuckets(address), response);
      if (outcome instanceof Promise) outcome.then(start);
      else start();
    } catch (error) {
      seen.code = error instanceof AppError ? error.code : "unknown";
    }
    return { response, seen };
  }
  const spare = (address: string, ms: number) => share.spare(addressBuckets(address), ms);
  return { send, spare, started: () => started };
}

describe("a caller who sends expensive requests without end", () => {
  it.each([
    ["pages of 20 ms", page, 20],
    ["simulated calls of 200 ms", call, 200],
    ["reads counted as 1 ms", fixed(1), 1],
    ["bodies counted as 80 ms", fixed(80), 80],
  ])("gets a fifth of the time for %s", async (_name, work, costMs) => {
    const { send, started } = setUp();
    const seconds = 30;
    for (let second = 0; second < seconds; second += 1) {
      for (let n = 0; n < 400; n += 1) send("203.0.113.7", work, costMs);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const usedMs = started() * costMs;
    const shareMs = CALLER_SHARE * seconds * 1_000;
    expect(usedMs).toBeGreaterThan(0.8 * shareMs);
    // Two more may run once the share is used up.
    expect(usedMs).toBeLessThanOrEqual(BURST_MS + shareMs + 3 * costMs);
  });

  it("gets two fifths of the time with all addresses of its network", async () => {
    const { send, started } = setUp();
    const seconds = 10;
    for (let second = 0; second < seconds; second += 1) {
      for (let n = 0; n < 64; n += 1) {
        const subnet = n.toString(16);
        send(`2001:db8:7:${subnet}::1`, page, 20);
      }
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const most = NETWORK_SHARE * (seconds * 1_000 + BURST_MS / CALLER_SHARE);
    expect(started() * 20).toBeLessThanOrEqual(most + 64 * 20);
    expect(started() * 20).toBeGreaterThan(0.8 * NETWORK_SHARE * seconds * 1_000);
  });

  it("does not delay anyone else", () => {
    const { send } = setUp();
    for (let n = 0; n < 300; n += 1) send("203.0.113.7", fixed(10));
    expect(send("203.0.113.7", fixed(1)).seen.started).toBe(false);
    expect(send("198.51.100.1", page).seen.started).toBe(true);
    expect(send("2001:db8::1", fixed(1)).seen.started).toBe(true);
  });

  it("is rejected when 512 of its requests are waiting", () => {
    const { send } = setUp();
    for (let n = 0; n < 2 + 512; n += 1) {
      expect(send("203.0.113.7", page, null).seen.code).toBe("");
    }
    expect(send("203.0.113.7", page, null).seen.code).toBe("rate_limited");
  });

  it("has large bodies read without waiting only until its share is used up", () => {
    const { spare } = setUp();
    const read = Array.from({ length: 100 }, () => spare("203.0.113.7", 13)).filter(Boolean);
    expect(read).toHaveLength(Math.ceil(BURST_MS / 13));
    expect(spare("198.51.100.1", 13)).toBe(true);
  });
});

it("processes two pages of a caller at a time, and the others in order", async () => {
  const { send } = setUp();
  const sent = Array.from({ length: 4 }, () => send("203.0.113.7", page, null));
  const states = () => sent.map(({ seen }) => seen.started);
  expect(states()).toEqual([true, true, false, false]);
  sent[1]?.response.emit("close");
  await vi.advanceTimersByTimeAsync(0);
  expect(states()).toEqual([true, true, true, false]);
  // The caller's other work has a separate queue.
  expect(send("203.0.113.7", call, null).seen.started).toBe(true);
});

it("starts other work of a caller in its turn while pages wait", async () => {
  const { send } = setUp();
  for (let n = 0; n < 40; n += 1) send("203.0.113.7", page, 1);
  const read = send("203.0.113.7", fixed(1));
  for (let n = 0; n < 400; n += 1) send("203.0.113.7", page, 1);
  await vi.advanceTimersByTimeAsync((42 * 20) / CALLER_SHARE);
  expect(read.seen.started).toBe(true);
});

it("drops a waiting request whose caller has disconnected", async () => {
  const { send } = setUp();
  const [first, , third, fourth] = Array.from({ length: 4 }, () => send("203.0.113.7", page, null));
  third?.response.emit("close");
  first?.response.emit("close");
  await vi.advanceTimersByTimeAsync(0);
  expect(third?.seen.started).toBe(false);
  expect(fourth?.seen.started).toBe(true);
});

it("allows a visitor to load a page with all its resources at once", () => {
  const { send } = setUp();
  expect(send("203.0.113.7", page, 20).seen.started).toBe(true);
  for (let n = 0; n < 80; n += 1) {
    expect(send("203.0.113.7", fixed(1)).seen.started).toBe(true);
  }
});

it("counts at most half a second for requests that only wait", async () => {
  const { send } = setUp();
  send("203.0.113.7", call, 60_000);
  await vi.advanceTimersByTimeAsync(60_000);
  const { seen } = send("203.0.113.7", page, null);
  const pauseMs = (500 - call.milliseconds - BURST_MS) / CALLER_SHARE;
  await vi.advanceTimersByTimeAsync(pauseMs - 1);
  expect(seen.started).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  expect(seen.started).toBe(true);
});
