import fc from "fast-check";
import { parseEther } from "viem";
import { describe, expect, it } from "vitest";
import { splitFee } from "@/lib/features/fees/rules/fee-flow";
import { equalSplit } from "@/lib/features/managers/rules/fee-split";

const ONE_ETHER = parseEther("1");

describe("splitFee", () => {
  it("splits as in the worked example: 80% creators, 20% protocol fee gives 16 / 64 / 20", () => {
    const flow = splitFee(ONE_ETHER, 8_000, { kind: "revenue_manager", protocolFeeBps: 2_000 });
    expect(flow.feeWei).toBe(parseEther("0.01"));
    expect(flow.protocolWei).toBe(parseEther("0.0016"));
    expect(flow.creatorWei).toBe(parseEther("0.0064"));
    expect(flow.buybackWei).toBe(parseEther("0.002"));
  });

  it("leaves nothing for buybacks at 100%", () => {
    expect(splitFee(ONE_ETHER, 10_000, { kind: "none" }).buybackWei).toBe(0n);
  });

  it("pays the creator before the recipients, each by their own share", () => {
    const flow = splitFee(ONE_ETHER, 8_000, {
      kind: "fee_split",
      creatorFirstBps: 1_000,
      splitsMicroPercent: equalSplit(3),
    });
    expect(flow.creatorWei).toBe(parseEther("0.0008"));
    expect(flow.recipientsWei).toEqual([2399999760000000n, 2399999760000000n, 2400000480000000n]);
  });

  it("holds the rounding remainder back instead of assigning it to a recipient", () => {
    const flow = splitFee(ONE_ETHER, 10_000, {
      kind: "fee_split",
      creatorFirstBps: 0,
      splitsMicroPercent: [3_333_333, 3_333_333, 3_333_333],
    });
    expect(new Set(flow.recipientsWei).size).toBe(1);
    expect(flow.heldWei).toBe(parseEther("0.01") / 10_000_000n);
  });

  it("conserves every wei", () => {
    const treasury = fc.oneof(
      fc.constant({ kind: "none" as const }),
      fc.record({
        kind: fc.constant("revenue_manager" as const),
        protocolFeeBps: fc.integer({ min: 0, max: 10_000 }),
      }),
      fc.record({
        kind: fc.constant("fee_split" as const),
        creatorFirstBps: fc.integer({ min: 0, max: 10_000 }),
        splitsMicroPercent: fc.integer({ min: 1, max: 100 }).map(equalSplit),
      }),
    );
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: parseEther("1000000") }),
        fc.integer({ min: 0, max: 10_000 }),
        treasury,
        (volumeWei, feeShareBps, kind) => {
          const flow = splitFee(volumeWei, feeShareBps, kind);
          const parts = [flow.buybackWei, flow.creatorWei, flow.protocolWei, ...flow.recipientsWei];
          expect(parts.reduce((sum, part) => sum + part, flow.heldWei)).toBe(flow.feeWei);
          expect(flow.heldWei).toBeLessThanOrEqual(BigInt(flow.recipientsWei.length));
          expect(parts.every((part) => part >= 0n)).toBe(true);
        },
      ),
    );
  });
});
