import { describe, expect, it } from "vitest";
import {
  gasBudget,
  secondsUntilAffordable,
  spentWei,
} from "@/lib/features/budget/rules/gas-budget";

/** A minute of 2026, and 30 seconds into it. */
const MINUTE = 29_500_000;
const NOW = MINUTE * 60 + 30;
const budget = { hourWei: 100n, dayWei: 300n };

describe("secondsUntilAffordable", () => {
  it.each([
    ["nothing was spent", [], 100n, 0],
    ["it fits exactly", [[0, 60n]], 40n, 0],
    [
      "the oldest minute has to leave the hour",
      [
        [-59, 60n],
        [-1, 30n],
      ],
      20n,
      30,
    ],
    [
      "two minutes have to leave",
      [
        [-59, 10n],
        [-10, 90n],
      ],
      50n,
      49 * 60 + 30,
    ],
    [
      "the day is full but the hour is not",
      [
        [-1_439, 200n],
        [-600, 100n],
      ],
      50n,
      30,
    ],
    ["what is older than the hour counts for the day only", [[-60, 100n]], 100n, 0],
    ["what is older than a day does not count", [[-1_440, 300n]], 100n, 0],
    ["it is more than the hour's whole budget", [], 101n, 3_600],
    ["it is more than the day's whole budget", [], 301n, 86_400],
  ] as const)("%s", (_, spent, wei, seconds) => {
    const minutes = spent.map(([ago, amount]) => ({ minute: MINUTE + ago, wei: amount }));
    expect(secondsUntilAffordable(minutes, wei, budget, NOW)).toBe(seconds);
    if (seconds === 0 || wei > budget.hourWei) return;
    // After that time it is affordable, a second earlier it is not.
    expect(secondsUntilAffordable(minutes, wei, budget, NOW + seconds)).toBe(0);
    expect(secondsUntilAffordable(minutes, wei, budget, NOW + seconds - 1)).toBe(1);
  });
});

describe("spentWei", () => {
  it("adds up the last hour and the last day", () => {
    const minutes = [-1_440, -1_439, -60, -59, 0].map((ago) => ({ minute: MINUTE + ago, wei: 1n }));
    expect(spentWei(minutes, MINUTE)).toEqual({ hourWei: 2n, dayWei: 4n });
  });
});

describe("gasBudget", () => {
  const wallet = { balanceWei: 270n, spentDayWei: 30n };

  it("is a tenth of the balance per hour and a third per day, including what the day has spent", () => {
    const unset = { hourWei: undefined, dayWei: undefined };
    expect(gasBudget(unset, wallet)).toEqual({ hourWei: 30n, dayWei: 100n });
  });

  it("is the amount that the operator set", () => {
    expect(gasBudget({ hourWei: 5n, dayWei: undefined }, wallet)).toEqual({
      hourWei: 5n,
      dayWei: 100n,
    });
  });
});
