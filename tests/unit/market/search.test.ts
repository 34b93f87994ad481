import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSearch } from "@/lib/features/market/rules/search-terms";
import { prefixEditDistance, typosAllowed } from "@/lib/shared/edit-distance";

const ADDRESS = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ADDRESS_SEARCH = { kind: "address", address: ADDRESS.toLowerCase() };

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

describe("prefixEditDistance", () => {
  it.each([
    ["goat", "goat", 0],
    ["gaot", "goat", 1],
    ["got", "goat", 1],
    ["goatt", "goat", 1],
    ["boat", "goat", 1],
    ["frist", "first light", 1],
    ["frist lihgt", "first light", 2],
    ["whale", "goat", null],
    ["", "goat", 0],
    ["goat", "", null],
  ])("counts the typos of %j as a prefix of %j: %j", (text, term, mistakes) => {
    expect(prefixEditDistance(text, term, 2)).toBe(mistakes);
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
          expect(prefixEditDistance(typed, term, typosAllowed(typed))).not.toBeNull();
        },
      ),
    );
  });
});

function mistype(term: string, at: number, kind: "add" | "drop" | "swap" | "replace"): string {
  const [before, letter, after] = [term.slice(0, at), term.charAt(at), term.slice(at + 1)];
  if (kind === "add") return `${before}q${letter}${after}`;
  if (kind === "drop") return before + after;
  if (kind === "replace") return `${before}q${after}`;
  return before + after.charAt(0) + letter + after.slice(1);
}
