import { describe, expect, it } from "vitest";
import { createPollInterval } from "@/lib/indexer/create-poll-interval";

const POLICY = { pollMs: 1_000, pollMinMs: 100 };

/** Blocks that come in every `everyMs`, as many looks as there are blocks. */
function afterBlocks(everyMs: number, blocks: number) {
  const pollInterval = createPollInterval(POLICY);
  for (let block = 0; block <= blocks; block += 1) pollInterval.caughtUp(block, block * everyMs);
  return pollInterval;
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
    const pollInterval = createPollInterval(POLICY);
    for (let look = 0; look <= 60; look += 1) pollInterval.caughtUp(look * 5, look * 1_000);
    expect(pollInterval.pauseMs()).toBe(100);
  });

  it("ignores polls without blocks and reverted forks", () => {
    const pollInterval = afterBlocks(2_000, 60);
    const before = pollInterval.pauseMs();
    for (let i = 0; i < 20; i += 1) pollInterval.caughtUp(60, 120_000 + i);
    expect(pollInterval.pauseMs()).toBe(before);
    pollInterval.caughtUp(53, 121_000);
    expect(pollInterval.pauseMs()).toBe(before);
    pollInterval.caughtUp(54, 123_000);
    expect(Math.abs(pollInterval.pauseMs() - 500)).toBeLessThanOrEqual(1);
  });
});
