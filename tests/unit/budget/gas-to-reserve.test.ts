import { describe, expect, it } from "vitest";
import snapshot from "@/contracts/gas-snapshot.json";
import { GAS_TO_RESERVE, gasLimitFor, INCOME_GAS } from "@/lib/features/budget/rules/gas-limit";

describe("the gas that is reserved for a change of shares", () => {
  it.each([
    [2, 0, snapshot["change shares by signature, 2 recipients"]],
    [100, 0, snapshot["change shares by signature, 100 recipients"]],
    [2, 10, snapshot["change shares, 2 recipients, first income of 10 tokens"]],
  ])("covers the limit for %i recipients and %i tokens", (recipients, tokens, measured) => {
    const limit = gasLimitFor(BigInt(measured), INCOME_GAS * BigInt(tokens));
    expect(GAS_TO_RESERVE.shares(recipients, tokens)).toBeGreaterThanOrEqual(limit);
  });

  it("is at most what a transaction can use", () => {
    const limit = gasLimitFor(16_000_000n, INCOME_GAS * 100n);
    expect(GAS_TO_RESERVE.shares(100, 100)).toBe(limit);
  });
});
