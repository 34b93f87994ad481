import { createElement } from "react";
import { expect, it } from "vitest";
import { EmptyStoredList } from "@/components/explorer/empty-stored-list";
import { readExplorerState } from "@/components/explorer/explorer-state";
import type { ChainSlug } from "@/lib/shared/chains";
import { renderWithFacts } from "../render-with-facts";

const keyOn = (chain: ChainSlug) => `${chain}:0x${"11".repeat(20)}`;

/** The text instead of the watchlist on a page of some chains, none of whose tokens are listed. */
function textOf(chains: readonly ChainSlug[], keys: readonly string[]): string {
  const state = readExplorerState(new URLSearchParams("list=watched"));
  return renderWithFacts({}, createElement(EmptyStoredList, { state, chains, keys }));
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
