import { describe, expect, it } from "vitest";
import { createPollInterval } from "@/lib/indexer/polling/create-poll-interval";

const POLICY = { pollMs: 1_000, pollMinMs: 100 };

/** Blocks at an interval of `everyMs`, one poll per block. */
function afterBlocks(everyMs: number, blocks: number) {
  const pace = createPollInterval(POLICY);
  for (let block = 0; block <= blocks; block += 1) pace.caughtUp(block, block * everyMs);
  return pace;
}

describe("poll interval of a chain's head", () => {
  it("is the minimum until block times are known", () => {
    expect(createPollInterval(POLICY).pauseMs()).toBe(100);
  });

  it.each([
    [2_000, 500],
    [1_000, 250],
    [100, 100],
    [12_000, 1_000],
  ])("for blocks every %i ms is %i ms", (everyMs, pauseMs) => {
    const found = afterBlocks(everyMs, 60).pauseMs();
    expect(Math.abs(found - pauseMs)).toBeLessThanOrEqual(1);
  });

  it("counts several blocks of one poll each", () => {
    const pace = createPollInterval(POLICY);
    for (let look = 0; look <= 60; look += 1) pace.caughtUp(look * 5, look * 1_000);
    expect(pace.pauseMs()).toBe(100);
  });

  it("ignores polls without blocks and reverted forks", () => {
    const pace = afterBlocks(2_000, 60);
    const before = pace.pauseMs();
    for (let i = 0; i < 20; i += 1) pace.caughtUp(60, 120_000 + i);
    expect(pace.pauseMs()).toBe(before);
    pace.caughtUp(53, 121_000);
    expect(pace.pauseMs()).toBe(before);
    pace.caughtUp(54, 123_000);
    expect(Math.abs(pace.pauseMs() - 500)).toBeLessThanOrEqual(1);
  });
});
