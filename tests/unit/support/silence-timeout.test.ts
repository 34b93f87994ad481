import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSilenceTimeout } from "@/lib/support/calls/silence-timeout";

const LIMITS = { silentMs: 300, totalMs: 1_000 };
const reason = () => new Error("down");

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("createSilenceTimeout", () => {
  it("aborts calls when nothing is answered for the limit", () => {
    const signal = createSilenceTimeout(reason).signal(LIMITS);
    vi.advanceTimersByTime(250);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(50);
    expect(signal.reason).toEqual(new Error("down"));
  });

  it("waits longer while other calls are answered, up to the total limit", () => {
    const timeout = createSilenceTimeout(reason);
    const signal = timeout.signal(LIMITS);
    for (let ms = 0; ms < 950; ms += 50) {
      vi.advanceTimersByTime(50);
      timeout.renew();
    }
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(50);
    expect(signal.aborted).toBe(true);
  });

  it("gives each limit and each tick its own deadline", () => {
    const timeout = createSilenceTimeout(reason);
    const early = timeout.signal(LIMITS);
    const longer = timeout.signal({ silentMs: 600, totalMs: 1_000 });
    vi.advanceTimersByTime(100);
    const late = timeout.signal(LIMITS);
    vi.advanceTimersByTime(200);
    expect([early, longer, late].map(({ aborted }) => aborted)).toEqual([true, false, false]);
    vi.advanceTimersByTime(300);
    expect([longer, late].map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it("keeps a few signals for any number of calls, and no timer when it is idle", () => {
    const timeout = createSilenceTimeout(reason);
    const signals = new Set(Array.from({ length: 10_000 }, () => timeout.signal(LIMITS)));
    expect(signals.size).toBe(1);
    vi.advanceTimersByTime(LIMITS.totalMs);
    expect(vi.getTimerCount()).toBe(0);
    const next = timeout.signal(LIMITS);
    expect(next.aborted).toBe(false);
    vi.advanceTimersByTime(LIMITS.silentMs);
    expect(next.aborted).toBe(true);
  });
});
