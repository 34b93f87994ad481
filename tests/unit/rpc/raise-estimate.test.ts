import { describe, expect, it } from "vitest";
import { gasLimitFor } from "@/lib/features/budget/rules/gas-limit";
import { raiseEstimate } from "@/lib/features/rpc/raise-estimate";

const hex = (gas: number) => `0x${gas.toString(16)}`;

describe("gas limit", () => {
  it.each([
    [21_000n, 0n, 21_000n],
    [21_001n, 0n, 25_202n],
    [128_622n, 0n, 154_347n],
    [128_622n, 150_000n, 304_347n],
    [15_000_000n, 0n, 16_777_216n],
    [20_000_000n, 0n, 20_000_000n],
  ])("for an estimate of %s and %s more is %s", (estimate, extra, limit) => {
    expect(gasLimitFor(estimate, extra)).toBe(limit);
  });
});

describe("estimate of the relay", () => {
  it.each<[unknown, unknown[], unknown]>([
    [hex(100_000), [{}], hex(270_000)],
    [hex(21_000), [{}], hex(21_000)],
    [hex(100_000), [], hex(270_000)],
    [hex(100_000), [{ gas: hex(110_000) }], hex(110_000)],
    [hex(100_000), [{ gas: hex(90_000) }], hex(100_000)],
    [hex(100_000), [{ gas: hex(3_000_000) }], hex(270_000)],
    [hex(100_000), [{ gas: "much" }], hex(270_000)],
    [null, [{}], null],
    ["many", [{}], "many"],
  ])("for %j with %j is %j", (estimate, params, raised) => {
    expect(raiseEstimate(estimate, params)).toBe(raised);
  });
});
