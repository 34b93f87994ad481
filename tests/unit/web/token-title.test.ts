import { describe, expect, it } from "vitest";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import { shownSymbol } from "@/lib/web/token/token-title";

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
});
