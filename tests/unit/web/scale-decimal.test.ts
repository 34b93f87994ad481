import { describe, expect, it } from "vitest";
import { scaleDecimal } from "@/lib/web/format/scale-decimal";

describe("scaleDecimal", () => {
  it.each([
    ["4000", "2", "1", "8000"],
    ["4000", "0.5", "1.25", "1600"],
    ["0.1", "1", "3", "0.033333333333333333"],
    ["123456789012345678901234567890", "1", "1", "123456789012345678901234567890"],
    ["0", "7", "3", "0"],
    ["5", "1", "0", "5"],
  ])("%s * %s / %s is %s", (value, numerator, denominator, expected) => {
    expect(scaleDecimal(value, numerator, denominator)).toBe(expected);
  });
});
