import { describe, expect, it } from "vitest";
import { formatValue } from "@/components/admin/overview/overview-labels";

describe("amounts of ETH in the console's charts", () => {
  it.each([
    [0, "0 ETH"],
    [0.00000045, "0.0₆45 ETH"],
    [0.0123456, "0.01234 ETH"],
    [12.5, "12.5 ETH"],
  ])("write %d without an exponent", (value, shown) => {
    expect(formatValue(value, "eth")).toBe(shown);
  });
});
