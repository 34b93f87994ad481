import { describe, expect, it } from "vitest";
import { formatAge } from "@/lib/web/format/format-age";
import { formatChange, formatDecimal, formatExact } from "@/lib/web/format/format-decimal";
import { formatCountdown } from "@/lib/web/format/format-time";
import { shortenAddress } from "@/lib/web/format/shorten-address";

describe("formatDecimal", () => {
  it.each([
    ["0", "0"],
    ["0.000", "0"],
    ["1", "1"],
    ["1.50", "1.5"],
    ["12.3456", "12.34"],
    ["999.99", "999.9"],
    ["1234.5", "1,234"],
    ["12345.678", "12,345"],
    ["999999.9", "999,999"],
    ["1234567", "1.234M"],
    ["12345678901", "12.34B"],
    ["123456789012345678901", "123,456,789T"],
    ["0.1", "0.1"],
    ["0.00012345", "0.0001234"],
    ["0.000012345", "0.0₄1234"],
    ["0.000000000000000001", "0.0₁₇1"],
    ["-0.5", "−0.5"],
    ["007", "7"],
  ])("formats %s as %s", (value, text) => {
    expect(formatDecimal(value)).toBe(text);
  });

  it("uses the separators of the reader", () => {
    expect(formatDecimal("12345.6", ",.")).toBe("12.345");
    expect(formatDecimal("1234567", ",.")).toBe("1,234M");
    expect(formatDecimal("0.000012", ",.")).toBe("0,0₄12");
  });

  it("never rounds up", () => {
    expect(formatDecimal("1.99999999")).toBe("1.999");
    expect(formatDecimal("0.99999999")).toBe("0.9999");
  });

  it("returns anything but a plain decimal unchanged", () => {
    expect(formatDecimal("1e-7")).toBe("1e-7");
    expect(formatDecimal("")).toBe("");
  });
});

describe("formatChange", () => {
  it.each([
    ["0", "0.00"],
    ["5.956", "5.95"],
    ["-0.1", "0.10"],
    ["99.999", "99.99"],
    ["119.4", "119"],
    ["7022.88", "7,022"],
    ["1234567", "1.234M"],
  ])("formats %s as %s", (value, text) => {
    expect(formatChange(value)).toBe(text);
  });

  it("uses the separators of the reader", () => {
    expect(formatChange("5.956", ",.")).toBe("5,95");
    expect(formatChange("7022", ",.")).toBe("7.022");
  });
});

describe("formatExact", () => {
  it.each([
    ["33.33333", "33.33333", "33,33333"],
    [26.66666, "26.66666", "26,66666"],
    [0, "0", "0"],
    ["-1234.5", "−1,234.5", "−1.234,5"],
  ])("formats %s without losing a digit", (value, english, german) => {
    expect(formatExact(value)).toBe(english);
    expect(formatExact(value, ",.")).toBe(german);
  });

  it("returns anything but a plain decimal unchanged", () => {
    expect(formatExact("nothing")).toBe("nothing");
  });
});

describe("formatAge", () => {
  it.each([
    [0, "now", "just now"],
    [-30, "now", "just now"],
    [1, "1s", "1 second ago"],
    [59, "59s", "59 seconds ago"],
    [60, "1m", "1 minute ago"],
    [3_599, "59m", "59 minutes ago"],
    [3_600, "1h", "1 hour ago"],
    [172_800, "2d", "2 days ago"],
  ])("formats %d seconds", (seconds, short, long) => {
    expect(formatAge(1_000_000, 1_000_000 + seconds)).toEqual({ short, long });
  });
});

describe("formatCountdown", () => {
  it.each([
    [0, "now"],
    [1, "in 1 second"],
    [61, "in 1 minute 1 second"],
    [3_600, "in 1 hour"],
    [2 * 86_400 + 3 * 3_600 + 59, "in 2 days 3 hours"],
  ])("%d seconds are %s", (seconds, text) => {
    expect(formatCountdown(seconds)).toBe(text);
  });
});

describe("shortenAddress", () => {
  it("shows the first and the last four digits", () => {
    expect(shortenAddress("0x8ba1f109551bD432803012645Ac136ddd64DBA72")).toBe("0x8ba1…BA72");
  });
});
