import { describe, expect, it } from "vitest";
import { createPollInterval } from "@/lib/indexer/create-poll-interval";

const POLICY = { pollMs: 1_000, pollMinMs: 100 };

/** One block every `everyMs`, polled once per block. */
function afterBlocks(everyMs: number, blocks: number) {
  const pollInterval = createPollInterval(POLICY);
  for (let block = 0; block <= blocks; block += 1) pollInterval.caughtUp(block, block * everyMs);
  return pollInterval;
}

describe("the poll interval of a chain", () => {
  it("starts with the shortest interval", () => {
    expect(createPollInterval(POLICY).pauseMs()).toBe(100);
  });

  it.each([
    [2_000, 500],
    [1_000, 250],
    [100, 100],
    [12_000, 1_000],
  ])("with a block every %i ms becomes %i ms", (everyMs, pauseMs) => {
    const found = afterBlocks(everyMs, 60).pauseMs();
    expect(Math.abs(found - pauseMs)).toBeLessThanOrEqual(1);
  });

  it("counts every block when one poll finds several", () => {
    const pollInterval = createPollInterval(POLICY);
    for (let poll = 0; poll <= 60; poll += 1) pollInterval.caughtUp(poll * 5, poll * 1_000);
    expect(pollInterval.pauseMs()).toBe(100);
  });

  it("ignores polls without a new block and rollbacks", () => {
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
