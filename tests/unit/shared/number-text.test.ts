import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  explainNumber,
  type NumberRules,
  readNumber,
  toAscii,
} from "@/lib/shared/text/number-text";

const USD: NumberRules = { decimals: 6, units: ["$", "USD", "USDC"] };
const GERMAN: NumberRules = { ...USD, mark: "," };

describe("toAscii", () => {
  it.each(["123456", "１２３４５６", "١٢٣٤٥٦", "۱۲۳۴۵۶", "१२३४५६"])(
    "reads the digits of %s",
    (text) => {
      expect(toAscii(text)).toBe("123456");
    },
  );
});

describe("readNumber", () => {
  it.each([
    ["4000", "4000"],
    ["$4,000 ", "4000"],
    ["$4,000.50 USD", "4000.5"],
    ["1,000", "1000"],
    ["1,000,000", "1000000"],
    ["1.000.000", "1000000"],
    ["1.000,5", "1000.5"],
    ["1,000.5", "1000.5"],
    ["4 000", "4000"],
    ["4\u00a0000,25", "4000.25"],
    ["4’000.25", "4000.25"],
    ["1,5", "1.5"],
    ["1.125", "1.125"],
    ["0,500", "0.5"],
    [".5", "0.5"],
    ["5.", "5"],
    ["007", "7"],
    ["١٢", "12"],
    ["١٢٫٥", "12.5"],
    ["१२", "12"],
    ["１２", "12"],
  ])("reads %j as %s", (text, value) => {
    expect(readNumber(text, USD)).toEqual({ value, problem: null });
  });

  it.each([
    ["", "empty"],
    [" $ ", "empty"],
    ["1e3", "unreadable"],
    ["4k", "unreadable"],
    ["lots", "unreadable"],
    ["0x10", "unreadable"],
    ["4000 €", "unreadable"],
    ["1,00,0", "unreadable"],
    ["1,000,00", "unreadable"],
    ["1.000,000.5", "unreadable"],
    ["1 00", "unreadable"],
    ["1..2", "unreadable"],
    [".", "unreadable"],
    ["9".repeat(100), "too_long"],
    ["-1", "negative"],
    ["−1", "negative"],
    ["1.2345678", "too_precise"],
  ])("rejects %j: %s", (text, problem) => {
    expect(readNumber(text, USD)).toEqual({ value: null, problem });
  });

  it("rejects ambiguous input where the comma is the decimal mark", () => {
    expect(readNumber("1,000", GERMAN).problem).toBe("two_readings");
    expect(readNumber("1.125", GERMAN).problem).toBe("two_readings");
    expect(explainNumber("1,000", GERMAN, "4000")).toBe("Write 1000 or 1: “1,000” can mean both.");
    expect(explainNumber("1.125", GERMAN, "4000")).toContain("1125 or 1,1250");
    expect(readNumber("1.000,5", GERMAN).value).toBe("1000.5");
    expect(readNumber("0,125", GERMAN).value).toBe("0.125");
    // A share of 33,333% makes no sense, so there is one reading.
    expect(readNumber("33,333", { decimals: 5, max: 100, mark: "," }).value).toBe("33.333");
  });

  it("shows its example with the decimal mark of the user", () => {
    expect(explainNumber("lots", GERMAN, "0.5")).toBe("Write the number in digits, such as 0,5.");
    expect(explainNumber("", { decimals: 2 }, "0.5")).toBe("Enter a number, such as 0.5.");
    expect(explainNumber("9".repeat(61), GERMAN, "0.5")).toBe("must have at most 60 digits");
  });

  it("proposes two numbers that the field reads, each as one of the meanings", () => {
    const typed = fc.tuple(
      fc.integer({ min: 1, max: 999 }),
      fc.constantFrom(".", ","),
      fc.integer({ min: 0, max: 999 }).map((part) => String(part).padStart(3, "0")),
    );
    fc.assert(
      fc.property(typed, fc.integer({ min: 0, max: 6 }), ([whole, separator, part], decimals) => {
        const rules: NumberRules = { decimals, mark: "," };
        const text = `${whole}${separator}${part}`;
        if (readNumber(text, rules).problem !== "two_readings") return;
        const [, ...proposed] =
          /^Write (\S+) or (\S+):/.exec(explainNumber(text, rules, "1") ?? "") ?? [];
        expect(proposed.map((one) => Number(readNumber(one, rules).value))).toEqual([
          Number(`${whole}${part}`),
          Number(`${whole}.${part}`),
        ]);
        expect(proposed.join("")).not.toContain(".");
      }),
    );
    // A count has no decimals, so there is one reading.
    expect(readNumber("1.234", { decimals: 0, mark: "," }).value).toBe("1234");
    expect(readNumber("12,345", { decimals: 2, max: 100, mark: "," }).problem).toBe("too_precise");
  });

  it("reads a plain decimal unchanged, in every locale", () => {
    const plain = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 999_999 }))
      .map(([whole, micro]) => {
        const fraction = String(micro).padStart(6, "0").replace(/0+$/, "");
        return fraction === "" ? `${whole}` : `${whole}.${fraction}`;
      });
    fc.assert(
      fc.property(plain, fc.constantFrom("." as const, "," as const), (text, mark) => {
        const { value, problem } = readNumber(text, { decimals: 6, mark });
        expect(problem === "two_readings" || value === text).toBe(true);
      }),
    );
  });

  it("never reads letters or exponents as a number", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
        const { value } = readNumber(text, { decimals: 18 });
        if (value !== null) expect(text).toMatch(/^[\d.,'_\s]+$/);
      }),
    );
  });
});

describe("explainNumber", () => {
  it("returns nothing for a number, and a suggestion otherwise", () => {
    expect(explainNumber("12", USD, "4000")).toBeNull();
    expect(explainNumber("1e3", USD, "4000")).toContain("in digits, such as 4000");
    expect(explainNumber("12.5", { decimals: 0 }, "20")).toBe("must be a whole number");
    expect(explainNumber("1.2345678", USD, "4000")).toBe("must have at most 6 decimals");
  });
});
