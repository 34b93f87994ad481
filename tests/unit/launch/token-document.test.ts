import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenDocument } from "@/lib/schemas/token-document";
import { cleanText } from "@/lib/shared/text/clean-text";

const CID = "QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn";
const NOTHING = {
  description: "",
  image: null,
  website: null,
  twitter: null,
  telegram: null,
  discord: null,
  farcaster: null,
};

describe("tokenDocument", () => {
  it("reads what the Launch API writes", () => {
    const document = {
      name: "First Light",
      symbol: "LIGHT",
      description: "Two\nlines",
      image: `ipfs://${CID}`,
      properties: { websiteUrl: "https://a.example/x?y=1", twitterUrl: "https://x.com/a" },
    };
    expect(tokenDocument.parse(document)).toEqual({
      ...NOTHING,
      description: "Two\nlines",
      image: CID,
      website: "https://a.example/x?y=1",
      twitter: "https://x.com/a",
    });
  });

  it.each([
    ["an empty object", {}],
    ["wrong types", { description: 7, image: {}, properties: [] }],
    ["an image on the web", { image: "https://tracker.example/p.png" }],
    ["an image path that is no CID", { image: "ipfs://../../etc/passwd" }],
    ["a script link", { properties: { websiteUrl: "javascript:alert(1)" } }],
    ["a data link", { properties: { twitterUrl: "data:text/html,x" } }],
    [
      "a link that is too long",
      { properties: { websiteUrl: `https://a.example/${"x".repeat(2048)}` } },
    ],
  ])("drops %s", (_, document) => {
    expect(tokenDocument.parse(document)).toEqual(NOTHING);
  });

  it.each([null, 7, "text", [1]])("rejects %j, which is not an object", (document) => {
    expect(tokenDocument.safeParse(document).success).toBe(false);
  });

  it("returns strings and nulls for any JSON object", () => {
    const value = fc.oneof(fc.jsonValue(), fc.constant(`ipfs://${CID}`), fc.webUrl());
    const document = fc.record(
      {
        description: value,
        image: value,
        properties: fc.oneof(value, fc.record({ websiteUrl: value })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(document, (input) => {
        for (const [key, field] of Object.entries(tokenDocument.parse(input))) {
          expect(field === null || typeof field === "string", key).toBe(true);
        }
      }),
    );
  });
});

describe("links of a document", () => {
  it.each(["https://a.example/\0", "https://a.example/\ud800", "https://a.example/\u202e"])(
    "are dropped when unsafe for a database or a page: %j",
    (websiteUrl) => {
      expect(tokenDocument.parse({ properties: { websiteUrl } }).website).toBeNull();
    },
  );
});

describe("cleanText", () => {
  it.each([
    ["a\u0000b\u001fc", "abc"],
    ["safe\u202Egnp.exe", "safegnp.exe"],
    ["\u2066x\u2069\u200e", "x"],
    ["  padded\t ", "padded"],
    ["half \ud800 pair", "half \ufffd pair"],
    ["👩‍🚀🚀", "👩‍🚀🚀"],
  ])("sanitises %j", (text, safe) => {
    expect(cleanText(text, { lengthMax: 100, newlines: false })).toBe(safe);
  });

  it("keeps line feeds only where they are allowed", () => {
    expect(cleanText("a\r\nb\rc", { lengthMax: 9, newlines: true })).toBe("a\nb\nc");
    expect(cleanText("a\nb", { lengthMax: 9, newlines: false })).toBe("ab");
  });

  it("cuts between code points", () => {
    expect(cleanText("🚀🚀🚀", { lengthMax: 2, newlines: false })).toBe("🚀🚀");
  });

  it("is idempotent and never longer than the limit", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.integer({ min: 1, max: 20 }),
        (text, lengthMax) => {
          const safe = cleanText(text, { lengthMax, newlines: true });
          expect([...safe].length).toBeLessThanOrEqual(lengthMax);
          expect(safe.isWellFormed()).toBe(true);
          expect(cleanText(safe, { lengthMax, newlines: true })).toBe(safe);
        },
      ),
    );
  });
});
