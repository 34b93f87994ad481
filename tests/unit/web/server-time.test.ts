import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { learnServerTime, serverSeconds } from "@/lib/web/server-time";

const NOW = 1_700_000_000;

describe("the service's clock", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW * 1_000 });
    // The navigation began 3 s ago.
    vi.spyOn(performance, "now").mockReturnValue(3_000);
  });
  afterEach(() => {
    learnServerTime(Math.floor(Date.now() / 1_000));
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it.each([
    ["is 11 minutes ahead", -660],
    ["is a day behind", 86_400],
  ])("is known although the browser's clock %s", (_name, difference) => {
    learnServerTime(NOW - 3 + difference);
    expect(serverSeconds()).toBe(NOW + difference);
    vi.setSystemTime((NOW + 90) * 1_000);
    expect(serverSeconds()).toBe(NOW + difference + 90);
    expect(serverSeconds(NOW * 1_000)).toBe(NOW + difference);
  });

  it("is the browser's clock if the document took as long to arrive", () => {
    learnServerTime(NOW + 7);
    expect(serverSeconds()).toBe(NOW);
    learnServerTime(NOW - 13);
    expect(serverSeconds()).toBe(NOW);
  });
});
