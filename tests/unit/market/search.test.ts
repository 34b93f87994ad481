import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSearch, searchTerms, termKind } from "@/lib/features/market/rules/search-terms";
import { findSimilar, sortTerms, typosAllowed } from "@/lib/features/market/rules/similar-terms";

const ADDRESS = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ADDRESS_SEARCH = { kind: "address", address: ADDRESS.toLowerCase() };

describe("termKind", () => {
  it.each([
    [
      { name: " First  LIGHT", symbol: "Ray" },
      { "first light": 1, light: 0, ray: 2 },
    ],
    [{ name: "Goat", symbol: "GOAT" }, { goat: 3 }],
    [
      { name: "ＧＯＡＴ Coin", symbol: "coin" },
      { "goat coin": 1, coin: 2 },
    ],
    [
      { name: "1 2 3 4 5 6 7 8 9", symbol: "9" },
      { "1 2 3 4 5 6 7 8 9": 1, "2 3 4 5 6 7 8 9": 0 },
    ],
  ])("tells symbol, name and parts of %j", (named, kinds) => {
    const terms = searchTerms({ ...named, address: ADDRESS });
    for (const [term, kind] of Object.entries(kinds)) {
      expect(terms).toContain(term);
      expect(termKind(term, named)).toBe(kind);
    }
    expect(termKind(ADDRESS.toLowerCase(), named)).toBe(0);
  });
});

describe("searchTerms", () => {
  it("are well-formed where a long text is cut, so equal ones are stored once", () => {
    const hostile = { name: "ﷺﷺﷺﷺﷺ㌖㌅😀", symbol: "ﷺﷺﷺﷺﷺ㌖㌅🀀", address: ADDRESS };
    const terms = searchTerms(hostile);
    expect(terms).toContain(`${"صلى الله عليه وسلم".repeat(5)}キロメートルインチ`.slice(0, 99));
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 64 }), (text) => {
        const long = text.repeat(8);
        const found = searchTerms({ name: long, symbol: `${long}😀`, address: ADDRESS });
        expect(new Set(found.map((term) => Buffer.from(term).toString())).size).toBe(found.length);
        expect(found.every((term) => term.isWellFormed())).toBe(true);
      }),
    );
  });
});

describe("readSearch", () => {
  it.each([
    ADDRESS,
    ` ${ADDRESS.toLowerCase()}\n`,
    ADDRESS.toUpperCase(),
    ADDRESS.slice(2),
    `https://launchpad.example/base-sepolia/${ADDRESS}`,
    `launchpad.example/base/${ADDRESS}?trade=buy&utm_source=${"x".repeat(400)}`,
    `https://basescan.org/token/${ADDRESS}#balances`,
    `https://basescan.org/address/${ADDRESS.toLowerCase()}`,
    `https://robinhoodchain.blockscout.com/token/${ADDRESS}?tab=holders`,
    `ethereum:${ADDRESS}@8453`,
    `CA: ${ADDRESS} 🚀`,
  ])("finds the address in %j", (query) => {
    expect(readSearch(query)).toEqual(ADDRESS_SEARCH);
  });

  it("does not read a part of a transaction hash as an address", () => {
    const link = `https://basescan.org/tx/0x${"ab".repeat(32)}`;
    expect(readSearch(link)).toMatchObject({ kind: "text" });
  });

  it.each([
    ["GOAT", ["goat", "$goat"], "goat"],
    ["$GOAT", ["$goat", "goat"], "goat"],
    ["$GOAT,", ["$goat,", "goat", "$goat"], "goat"],
    ["“Goat”", ["“goat”", "goat", "$goat"], "goat"],
    ["$", ["$"], "$"],
    ["?!", ["?!"], "?!"],
    [" First  Light ", ["first light", "$first light"], "first light"],
  ])("reads %j as every spelling that it may mean", (query, texts, bare) => {
    expect(readSearch(query)).toEqual({ kind: "text", texts, bare });
  });

  it("ignores empty input", () => {
    expect(readSearch(" \n")).toBeNull();
  });
});

describe("findSimilar", () => {
  it.each([
    ["goat", "goat", 0],
    ["gaot", "goat", 1],
    ["got", "goat", 1],
    ["goatt", "goat", 1],
    ["boat", "goat", 1],
    ["frist", "first light", 1],
    ["frist lihgt", "first light", 2],
    ["whale", "goat", null],
    ["goat", "", null],
  ])("counts the typos of %j as a prefix of %j: %j", (text, term, mistakes) => {
    expect(typosIn(text, [term], 2).get(term) ?? null).toBe(mistakes);
  });

  it("counts as the table of all distances does", () => {
    const few = fc.string({ unit: fc.constantFrom("a", "b", "c", "ä"), maxLength: 40 });
    const terms = fc.uniqueArray(few, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(few, terms, fc.constantFrom(0, 1, 2), (text, some, max) => {
        fc.pre(text.length >= 1 && text.length <= 32);
        const distances = some.map((term): [string, number] => [
          term,
          distanceByTable(text, term.slice(0, text.length + max)),
        ]);
        const expected = new Map(distances.filter(([, distance]) => distance <= max));
        expect(typosIn(text, some, max)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it("allows no typo in texts that it does not compare", () => {
    expect(typosAllowed("a".repeat(32))).toBe(2);
    expect(typosAllowed("a".repeat(33))).toBe(0);
  });

  it("tolerates no typo in an address", () => {
    expect(typosAllowed("0x12ab")).toBe(0);
  });

  it("tolerates one typo in a text of at least three letters", () => {
    const word = fc.stringMatching(/^[a-z]{3,20}$/);
    fc.assert(
      fc.property(
        word,
        fc.nat(),
        fc.constantFrom("add", "drop", "swap", "replace"),
        (term, n, kind) => {
          const typed = mistype(term, n % term.length, kind);
          fc.pre(typed.length >= 3);
          expect(typosIn(typed, [term], typosAllowed(typed)).has(term)).toBe(true);
        },
      ),
    );
  });
});

/** The number of typos by term, of the terms that are similar. */
function typosIn(text: string, terms: readonly string[], max: number): Map<string, number> {
  const found = new Map<string, number>();
  const sorted = sortTerms(terms.map((term, place) => ({ term, place })));
  findSimilar(text, sorted, max, ({ term }, typos) => found.set(term, typos));
  return found;
}

/** The least distance of a text to a prefix of a term, from the definition. */
function distanceByTable(text: string, term: string): number {
  const table = Array.from({ length: text.length + 1 }, (_, i) =>
    Array.from({ length: term.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= text.length; i += 1) {
    for (let j = 1; j <= term.length; j += 1) {
      const isSwapped = i > 1 && text[i - 1] === term[j - 2] && text[i - 2] === term[j - 1];
      const replaced = at(i - 1, j - 1) + (text[i - 1] === term[j - 1] ? 0 : 1);
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      table[i]?.splice(j, 1, Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped));
    }
  }
  return Math.min(...(table[text.length] ?? []));
}

function mistype(term: string, at: number, kind: "add" | "drop" | "swap" | "replace"): string {
  const [before, letter, after] = [term.slice(0, at), term.charAt(at), term.slice(at + 1)];
  if (kind === "add") return `${before}q${letter}${after}`;
  if (kind === "drop") return before + after;
  if (kind === "replace") return `${before}q${after}`;
  return before + after.charAt(0) + letter + after.slice(1);
}
