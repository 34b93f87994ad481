import { describe, expect, it } from "vitest";
import { readRanges } from "@/lib/features/market/schema/token-ranges";

describe("ranges of token lists", () => {
  it("read every percentage of two digits exactly, and cut further digits off", () => {
    for (let bps = 0; bps <= 10_000; bps += 1) {
      const percent = (bps / 100).toFixed(2);
      const { creatorBps, topHoldersBps, firstBlockBps } = readRanges({
        creatorShareMax: percent,
        topHoldersShareMax: `${percent}9`,
        firstBlockShareMax: String(bps / 100),
      });
      expect([creatorBps.max, topHoldersBps.max, firstBlockBps.max]).toEqual([bps, bps, bps]);
    }
  });
});
