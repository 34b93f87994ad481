import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBase64 } from "@/lib/shared/text/data-uri";

const HEAD = "data:image/png;base64,";
const ALPHABET = /^[A-Za-z0-9+/]*={0,2}$/;

describe("decodeBase64", () => {
  it("returns the encoded bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = HEAD + Buffer.from(bytes).toString("base64");
        expect(decodeBase64(text, 200)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it("accepts base64 only", () => {
    const letters = [..."AZaz09+/=-_ \n%é\u0000"];
    const data = fc.array(fc.constantFrom(...letters), { maxLength: 12 });
    fc.assert(
      fc.property(data, (parts) => {
        const text = parts.join("");
        const isBase64 = text.length % 4 === 0 && ALPHABET.test(text);
        // One "=" too many, or too few characters before it.
        const isPadded = text.replace(/=+$/, "").length % 4 !== 1;
        expect(decodeBase64(HEAD + text, 100) !== null).toBe(isBase64 && isPadded);
      }),
      { numRuns: 5_000 },
    );
  });

  it("checks the decoded size before it decodes", () => {
    for (const length of [10, 11, 12]) {
      const text = HEAD + Buffer.alloc(length).toString("base64");
      expect(decodeBase64(text, length)).toHaveLength(length);
      expect(decodeBase64(text, length - 1)).toBe("too_long");
    }
  });

  it.each([
    ["a type with parameters", "data:image/png;charset=utf-8;name=a;base64,AAAA", true],
    ["no type", "data:;base64,AAAA", true],
    ["capital letters", "DATA:image/png;BASE64,AAAA", true],
    ["no head", "AAAA", true],
    ["a head without its first word", "image/png;base64,AAAA", true],
    ["an address", "https://example.com/abcd.png", false],
    ["no base64", "data:image/png,AAAA", false],
    ["a head without end", `data:${"x".repeat(1_000)};base64,AAAA`, false],
  ])("%s", (_, text, isTaken) => {
    expect(decodeBase64(text, 100) !== null).toBe(isTaken);
  });
});
