import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  explainPercent,
  formatPercent,
  parsePercent,
  showPercent,
  truncate,
} from "@/lib/web/format/percent";

describe("parsePercent", () => {
  it.each([
    ["80", 2, 8_000],
    ["12.5", 2, 1_250],
    ["12,5", 2, 1_250],
    ["33.33333", 5, 3_333_333],
    ["100 %", 2, 10_000],
    ["0", 5, 0],
    ["5.", 2, 500],
    [".5", 2, 50],
    ["12,5%", 2, 1_250],
    ["1.2300000", 2, 123],
  ])("reads %j with %i decimals as %i", (text, decimals, units) => {
    expect(parsePercent(text, decimals)).toBe(units);
  });

  it.each([
    ["", 2],
    ["100.01", 2],
    ["-1", 2],
    ["1e1", 2],
    ["1,000", 2],
    ["12.345", 2],
    ["33.333333", 5],
    ["1000", 2],
  ])("rejects %j with %i decimals", (text, decimals) => {
    expect(parsePercent(text, decimals)).toBeNull();
  });

  it("parses what formatPercent writes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (units) => {
        expect(parsePercent(formatPercent(units, 5), 5)).toBe(units);
      }),
    );
  });
});

describe("explainPercent", () => {
  it.each([0, 2, 5])("proposes an example that a field with %i decimals accepts", (decimals) => {
    for (const text of ["", "a few"]) {
      const [, example = ""] = /such as (.+)\.$/.exec(explainPercent(text, decimals) ?? "") ?? [];
      expect(parsePercent(example, decimals), example).not.toBeNull();
    }
  });
});

describe("showPercent", () => {
  it.each([
    [0, "0%"],
    [0.005, "<0.01%"],
    [0.29, "0.29%"],
    [33.336, "33.33%"],
    [50, "50%"],
    [99.996, "99.99%"],
    [100, "100%"],
  ])("truncates %d to %s", (percent, shown) => {
    expect(showPercent(percent)).toBe(shown);
  });
});

it.each([
  [0.29 * 100, 1, "29.0"],
  [99.9999999, 2, "99.99"],
  [115.9, 0, "115"],
])("cuts %f off after %i decimals: %s", (value, decimals, expected) => {
  expect(truncate(value, decimals)).toBe(expected);
});
