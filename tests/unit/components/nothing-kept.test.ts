import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { readExplorerState } from "@/components/explorer/explorer-state";
import { NothingKept } from "@/components/explorer/nothing-kept";
import { type SiteFacts, SiteFactsProvider } from "@/components/layout/site-facts";
import type { ChainSlug } from "@/lib/shared/chains";

const FACTS: SiteFacts = {
  dataChains: ["base", "base-sepolia"],
  sandbox: false,
  isPhone: false,
  renderedAt: 0,
  positions: {},
  brand: { name: "", logo: null, links: [], hidden: [], isOwn: false, defaultChain: "base" },
  legal: [],
};
const keyOn = (chain: ChainSlug) => `${chain}:0x${"11".repeat(20)}`;

/** The text instead of the watchlist on a page of some chains, none of whose tokens are listed. */
function textOf(chains: readonly ChainSlug[], keys: readonly string[]): string {
  const state = readExplorerState(new URLSearchParams("list=watched"));
  const element = createElement(NothingKept, { state, chains, keys });
  // biome-ignore lint/correctness/noChildrenProp: the type of the component requires it
  const page = createElement(SiteFactsProvider, { facts: FACTS, children: element });
  return renderToStaticMarkup(page);
}

it("shows all chains only if the list has tokens of another chain", () => {
  expect(textOf(["base"], [])).toContain("Your watchlist is empty");
  const elsewhere = textOf(["base"], [keyOn("base"), keyOn("base-sepolia")]);
  expect(elsewhere).toContain("No watched tokens on Base");
  expect(elsewhere).toContain("Show all chains");
});

it("says that hidden tokens are not available, without a link to the same page", () => {
  for (const keys of [[keyOn("base")], [keyOn("robinhood")]]) {
    const hidden = textOf(["base"], keys);
    expect(hidden).toContain("Your watched tokens are not available");
    expect(hidden).not.toContain("other chains");
    expect(hidden).not.toContain("Show all chains");
  }
});
