import { describe, expect, it } from "vitest";
import { deadlineSeconds, parseDeadline } from "@/lib/features/trade/rules/deadline";

describe("deadline", () => {
  it("counts from the later of both clocks", () => {
    expect(deadlineSeconds(10, 1_000_000, 500n)).toBe(1_600n);
    expect(deadlineSeconds(10, 0, 5_000n)).toBe(5_600n);
  });

  it.each([
    ["1", 1],
    ["180", 180],
    ["0", null],
    ["181", null],
    ["1.5", null],
    ["", null],
  ])("%j is read as %s", (text, minutes) => {
    expect(parseDeadline(text)).toBe(minutes);
  });
});
