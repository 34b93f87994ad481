import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clockDifference, learnServerTime, serverSeconds } from "@/lib/web/server-time";

const NOW = 1_700_000_000;

describe("the service's clock", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW * 1_000 });
    // Node has no documents.
    vi.stubGlobal("PerformanceNavigationTiming", class {});
  });
  afterEach(() => {
    learnServerTime(Math.floor(Date.now() / 1_000));
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it.each([
    ["is 11 minutes ahead", -660],
    ["is a day behind", 86_400],
  ])("is known although the browser's clock %s", (_name, difference) => {
    learnServerTime(NOW + difference);
    expect(serverSeconds()).toBe(NOW + difference);
    vi.setSystemTime((NOW + 90) * 1_000);
    expect(serverSeconds()).toBe(NOW + difference + 90);
    expect(serverSeconds(NOW * 1_000)).toBe(NOW + difference);
  });

  it("is the browser's clock if the difference is the time that the document took to arrive", () => {
    expect(clockDifference(NOW - 5, NOW * 1_000 + 999)).toBe(0);
    expect(clockDifference(NOW - 6, NOW * 1_000)).toBe(-6);
  });
});
