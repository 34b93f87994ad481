import { describe, expect, it } from "vitest";
import { findUnsafeText } from "@/lib/http/input/find-unsafe-text";
import { link, plainText } from "@/lib/schemas/text";
import { cleanText } from "@/lib/shared/text/clean-text";
import { findTextProblem, hasHiddenCharacter, isVisible } from "@/lib/shared/text/text";

const name = plainText({ min: 1, max: 64 });

describe("text input", () => {
  it.each([
    ["NUL", "a\0b"],
    ["a C1 control", "a\u0085b"],
    ["a lone surrogate", "a\ud800b"],
    ["a bidi override", "a\u202eb"],
  ])("rejects %s in names, links, addresses and bodies", (_what, text) => {
    expect(name.safeParse(text).success).toBe(false);
    expect(link.safeParse(`https://example.com/${text}`).success).toBe(false);
    expect(findTextProblem(text, { newlines: true })).not.toBeNull();
    expect(findUnsafeText({ deep: [{ text }] }, "address")?.path).toBe("deep.0.text");
    expect(findUnsafeText({ [text]: 1 }, "body")?.message).toMatch(/^field name must/);
  });

  it.each(["\u200b", "\u2800", "\u3164", "\u00ad\u200d", "\u0301", "\ufe0f", "\u{e0001}"])(
    "treats %j as invisible",
    (text) => {
      expect(isVisible(text)).toBe(false);
      expect(name.safeParse(text).success).toBe(false);
    },
  );

  it.each(["a", "日本", "👩‍👩‍👧", "e\u0301", "·"])("treats %j as visible", (text) => {
    expect(isVisible(text)).toBe(true);
  });

  it.each([
    "FU\u2060ZZ",
    "FUZZ\u200b",
    "FU\u200dZZ",
    "FUZZ1\ufe0f",
    "FUZZ\ufe0f",
    "\u3164FUZZ",
    "FU\u00adZZ",
    "FUZZ\u{e0041}",
  ])("finds the character that is not shown in %j", (text) => {
    expect(hasHiddenCharacter(text)).toBe(true);
  });

  it.each([
    "FUZZ",
    "👩‍👩‍👧",
    "❤️",
    "👩🏽‍🚀",
    "1️⃣",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "🏳️‍🌈",
    "می‌خواهم",
    "क्‍ष",
    "日本",
    "é",
  ])("finds none in %j", (text) => {
    expect(hasHiddenCharacter(text)).toBe(false);
  });

  it("normalises names and links, so that one spelling has one form", () => {
    expect(name.parse(" Cafe\u0301 ")).toBe("Caf\u00e9");
    expect(link.parse("https://example.com/Cafe\u0301")).toBe("https://example.com/Caf\u00e9");
  });

  it.each(["\u2028", "\u2029"])(
    "allows the line separator %j in a longer text only",
    (separator) => {
      const text = `a${separator}b`;
      expect(name.safeParse(text).success).toBe(false);
      expect(findTextProblem(text, { newlines: true })).toBeNull();
      expect(cleanText(text, { lengthMax: 9, newlines: false })).toBe("ab");
      expect(cleanText(text, { lengthMax: 9, newlines: true })).toBe(text);
    },
  );

  it("allows line breaks in a body but not in an address", () => {
    expect(findUnsafeText({ description: "a\r\n\tb" }, "body")).toBeNull();
    expect(findUnsafeText({ q: "a\nb" }, "address")).not.toBeNull();
  });

  it.each(["\u061c", "\u200e", "\u200f"])(
    "allows the mark of a direction %j, of Hebrew and Arabic keyboards, in longer texts only",
    (mark) => {
      const text = `שלום${mark}!`;
      for (const min of [0, 5]) {
        expect(plainText({ min, max: 9, newlines: true }).parse(text)).toBe(text);
        expect(plainText({ min, max: 9 }).safeParse(text).success).toBe(false);
      }
      expect(link.safeParse(`https://example.com/${text}`).success).toBe(false);
      expect(findUnsafeText({ description: text }, "body")).toBeNull();
      expect(findUnsafeText({ q: text }, "address")).not.toBeNull();
      expect(cleanText(text, { lengthMax: 9, newlines: true })).toBe(text);
      expect(cleanText(text, { lengthMax: 9, newlines: false })).toBe("שלום!");
    },
  );

  it.each(["\u202a", "\u202e", "\u2066", "\u2069"])("rejects %j in every text", (control) => {
    const text = `a${control}b`;
    expect(plainText({ min: 0, max: 9, newlines: true }).safeParse(text).success).toBe(false);
    expect(findUnsafeText({ description: text }, "body")).not.toBeNull();
    expect(cleanText(text, { lengthMax: 9, newlines: true })).toBe("ab");
  });

  it("stores line breaks of Windows and tabs of a longer text as line feeds and spaces", () => {
    const longText = plainText({ min: 0, max: 5, newlines: true });
    expect(longText.parse("a\r\nb\rc")).toBe("a\nb\nc");
    expect(longText.parse("a\tb\r\n")).toBe("a b");
    expect(name.safeParse("a\r\nb").success).toBe(false);
    expect(name.safeParse("a\tb").success).toBe(false);
  });

  it("checks a body of any depth", () => {
    const nested: unknown = JSON.parse("[".repeat(8_000) + "]".repeat(8_000));
    expect(findUnsafeText(nested, "body")).toBeNull();
  });
});
