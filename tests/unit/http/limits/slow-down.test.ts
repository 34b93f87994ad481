import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addressBuckets } from "@/lib/http/limits/buckets";
import { createSlowDown } from "@/lib/http/limits/slow-down";
import { AppError } from "@/lib/shared/errors";

const DELAY_MS = 500;
const WINDOW_MS = 10_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const callerAt = (address: string, isExempt = false) => ({
  address,
  buckets: addressBuckets(address),
  isExempt,
});

function setUp() {
  const slowDown = createSlowDown({ now: () => Date.now(), delayMs: DELAY_MS });
  /** Sends a request. @returns its outcome, filled in as it happens */
  function send(address: string, status = 429, isExempt = false) {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const seen: { handled: boolean; refused: boolean } = { handled: false, refused: false };
    const end = (code: number) => {
      response.statusCode = code;
      response.emit("close");
      slowDown.leave(exchange);
    };
    const headers: string[] = [];
    const exchange = { caller: callerAt(address, isExempt), response, headers };
    const handle = () => {
      seen.handled = true;
      end(status);
    };
    try {
      const outcome = slowDown.enter(exchange);
      if (outcome instanceof Promise) outcome.then(handle);
      else handle();
    } catch (error) {
      seen.refused = error instanceof AppError && error.code === "rate_limited";
    }
    return { seen, response, headers };
  }
  const refuse = (address: string, times: number) => {
    for (let n = 0; n < times; n += 1) send(address);
  };
  return { send, refuse };
}

describe("a caller who continues after 60 rejections", () => {
  it("waits half a second for each further request", async () => {
    const { send, refuse } = setUp();
    refuse("203.0.113.7", 60);
    const { seen } = send("203.0.113.7");
    await vi.advanceTimersByTimeAsync(DELAY_MS - 1);
    expect(seen.handled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.handled).toBe(true);
  });

  it("does not slow down anyone else", () => {
    const { send, refuse } = setUp();
    refuse("203.0.113.7", 60);
    expect(send("203.0.113.8", 200).seen.handled).toBe(true);
    expect(send("2001:db8::1", 200).seen.handled).toBe(true);
  });

  it("is served without delay when two windows have passed", () => {
    const { send, refuse } = setUp();
    refuse("203.0.113.7", 60);
    vi.advanceTimersByTime(2 * WINDOW_MS);
    expect(send("203.0.113.7", 200).seen.handled).toBe(true);
  });

  it("is rejected at once when 512 of its requests are waiting", () => {
    const { send, refuse } = setUp();
    refuse("203.0.113.7", 60);
    const waiting = Array.from({ length: 512 }, () => send("203.0.113.7").seen);
    const { seen, headers } = send("203.0.113.7");
    expect(seen).toEqual({ handled: false, refused: true });
    expect(headers).toEqual(["Connection", "close"]);
    expect(waiting.some(({ handled, refused }) => handled || refused)).toBe(false);
  });

  it("leaves no aborted request waiting", async () => {
    const { send, refuse } = setUp();
    refuse("203.0.113.7", 60);
    const given = send("203.0.113.7");
    given.response.emit("close");
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    expect(given.seen.handled).toBe(false);
  });
});

it("counts a network's callers together, times its factor", () => {
  const { send, refuse } = setUp();
  // Two subnets of one /56, each below the limit of a caller; the /56 has twice that.
  for (let subnet = 0; subnet < 3; subnet += 1) refuse(`2001:db8:0:${subnet}::1`, 40);
  expect(send("2001:db8:0:9::1").seen.handled).toBe(false);
  expect(send("2001:db8:1:9::1", 200).seen.handled).toBe(true);
});

it("never slows down accepted requests or exempt callers", () => {
  const { send } = setUp();
  for (let n = 0; n < 500; n += 1) expect(send("203.0.113.7", 200).seen.handled).toBe(true);
  for (let n = 0; n < 500; n += 1) expect(send("10.0.0.1", 429, true).seen.handled).toBe(true);
});
