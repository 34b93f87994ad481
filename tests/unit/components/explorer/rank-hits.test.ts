import { describe, expect, it } from "vitest";
import { type Hit, rankHits, searchFailure } from "@/components/explorer/rank-hits";
import { readSearch, type Search } from "@/lib/features/market/rules/search-terms";

function hit(name: string, symbol: string, marketCapETH: string, changes: Partial<Hit> = {}): Hit {
  return {
    chain: "base",
    tokenAddress: "0x1111111111111111111111111111111111111111",
    name,
    symbol,
    marketCapETH,
    createdAt: 1,
    image: null,
    description: null,
    volume24h: "0",
    priceChange24h: "0",
    ...changes,
  };
}

function search(text: string): Search {
  const found = readSearch(text);
  if (found === null) throw new Error("nothing to search for");
  return found;
}

const HITS = [
  hit("Goatee", "BEARD", "9"),
  hit("Goat", "G", "1"),
  hit("The first", "GOAT", "0.1", { chain: "base-sepolia" }),
  hit("Gaot", "GAOT", "50", { chain: "base-sepolia" }),
];

describe("rankHits", () => {
  it("ranks an exact symbol before an exact name before prefixes, whatever the market cap", () => {
    const { hits, isSimilar } = rankHits(HITS, search("$goat"));
    expect(hits.map(({ name }) => name)).toEqual(["The first", "Goat", "Goatee"]);
    expect(isSimilar).toBe(false);
  });

  it("shows similar names only where no chain has a better hit, and labels them", () => {
    const { hits, isSimilar } = rankHits(HITS.slice(0, 3), search("goatx"));
    expect(hits).toHaveLength(3);
    expect(isSimilar).toBe(true);
  });

  it("shows no similar names while a chain that may have an exact hit did not respond", () => {
    const isPartial = true;
    const none = rankHits(HITS.slice(0, 3), search("goatx"), { isPartial });
    expect(none).toEqual({ hits: [], isSimilar: false });
    const { hits } = rankHits(HITS, search("$goat"), { isPartial });
    expect(hits.map(({ name }) => name)).toEqual(["The first", "Goat", "Goatee"]);
  });
});

describe("searchFailure", () => {
  it("names the chains that did not respond, unless that is all of them", () => {
    expect(searchFailure(["base", "base-sepolia"], [])).toBeNull();
    expect(searchFailure(["base", "base-sepolia"], ["base"])).toBe(
      "Search is unavailable on Base. Try again in a moment.",
    );
    expect(searchFailure(["base"], ["base"])).toBe("Search is unavailable. Try again in a moment.");
  });
});
