import { describe, expect, it } from "vitest";
import { readRange } from "@/lib/http/input/read-range";

describe("readRange", () => {
  it.each([
    [null, null],
    ["bytes=0-99", { start: 0, length: 100 }],
    ["bytes=0-0", { start: 0, length: 1 }],
    ["bytes=90-", { start: 90, length: 10 }],
    ["bytes=90-500", { start: 90, length: 10 }],
    ["bytes=-10", { start: 90, length: 10 }],
    ["bytes=-500", { start: 0, length: 100 }],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=500-600", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=20-10", null],
    ["bytes=0-1,5-6", null],
    ["bytes=-", null],
    ["items=0-1", null],
    ["bytes=a-b", null],
    [`bytes=${"9".repeat(40)}-`, null],
  ])("%s", (header, range) => {
    expect(readRange(header, 100)).toEqual(range);
  });

  it("has no range of an empty file", () => {
    expect(readRange("bytes=0-", 0)).toBe("unsatisfiable");
    expect(readRange("bytes=-5", 0)).toBe("unsatisfiable");
  });
});
