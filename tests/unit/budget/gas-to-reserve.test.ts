import { describe, expect, it } from "vitest";
import snapshot from "@/contracts/gas-snapshot.json";
import {
  GAS_TO_RESERVE,
  gasLimitFor,
  INCOME_GAS,
  LATER_WORK_GAS,
  payoutGasLimitMax,
} from "@/lib/features/budget/rules/gas-limit";

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

describe("the highest gas limit of a payout", () => {
  it("is 630,000, and 144,000 for each token", () => {
    expect(payoutGasLimitMax(0)).toBe(630_000n);
    expect(payoutGasLimitMax(10)).toBe(630_000n + 10n * 144_000n);
  });

  it.each([
    [0, snapshot["claim, to a new account"]],
    [1, snapshot["sync and release of a revenue manager, first"]],
    [10, snapshot["sync and release of a split, 10 tokens"]],
  ])("leaves 200,000 gas to the recipient of %i tokens", (tokens, measured) => {
    const limit = gasLimitFor(BigInt(measured) + 200_000n, LATER_WORK_GAS);
    expect(payoutGasLimitMax(tokens)).toBeGreaterThanOrEqual(limit);
  });
});
