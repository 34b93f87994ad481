import { describe, expect, it } from "vitest";
import { shareTitle } from "@/lib/features/share/rules/share-title";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";

describe("the symbol of a token", () => {
  it.each([
    "ETH",
    "eth",
    "$ETH",
    "E T H",
    "ＥＴＨ",
    "ÉTH",
    "ΕΤΗ",
    "ЕТН",
    "ETH\u200d",
    "E.T.H",
    "ETH2",
  ])("is marked if it can be taken for ether: %s", (symbol) => {
    expect(shownSymbol(symbol)).toBe(`${symbol} (token)`);
  });

  it.each(CHAIN_SLUGS)("is marked if it is that of the coin of %s", (slug) => {
    const { nativeCurrency } = CHAINS[slug];
    expect(shownSymbol(nativeCurrency)).not.toBe(nativeCurrency);
  });

  it.each(["PIER", "ETHER", "WETH", "", "🚀", "ТЕН"])("is unchanged: %s", (symbol) => {
    expect(shownSymbol(symbol)).toBe(symbol);
  });

  it("is marked in titles and link previews as well", () => {
    const title = shareTitle("base", { name: "Ether", symbol: "ETH" });
    expect(title).toBe("Ether (ETH (token)) on Base");
  });
});
