import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { expect, it } from "vitest";
import { UnservedToken } from "@/components/token/unserved-token";
import type { TokenModeration } from "@/lib/features/moderation/rules/moderation";
import type { TokenFacts } from "@/lib/web/trade/read-token-facts";
import { tokenDocumentQuery, tokenFactsQuery } from "@/lib/web/trade/token-facts-query";
import { renderWithFacts } from "../render-with-facts";

const CHAIN = "robinhood";
const NOW = 1_700_000_000;
const ADDRESS = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const FACTS: TokenFacts = {
  address: ADDRESS,
  name: "Beyond",
  symbol: "BYND",
  marketCapWei: 10n ** 18n,
  priceWei: 10n ** 7n,
  totalSupply: 10n ** 29n,
  opensAt: NOW - 60,
  feeOwner: ADDRESS,
  referralShare: 0,
  protection: null,
  tokenUri: "ipfs://document",
};

/** The page of the token as HTML. */
function pageOf(facts: TokenFacts, moderation: TokenModeration | null = null): string {
  const client = new QueryClient();
  client.setQueryData(tokenFactsQuery(CHAIN, ADDRESS).queryKey, facts);
  client.setQueryData(tokenDocumentQuery(facts.tokenUri).queryKey, {
    description: "Not in any list.",
    image: null,
    website: null,
    twitter: null,
    telegram: null,
    discord: null,
    farcaster: null,
  });
  const page = { chain: CHAIN, address: ADDRESS, referrer: null, moderation } as const;
  const children = createElement(UnservedToken, page);
  return renderWithFacts(
    { renderedAt: NOW },
    createElement(QueryClientProvider, { client, children }),
  );
}

it("offers a report, and shows what the creator wrote", () => {
  const html = pageOf(FACTS);
  expect(html).toMatch(/<button[^>]*>.*Report<\/button>/);
  expect(html).toContain("Not in any list.");
  expect(html).not.toContain("Moderation");
});

it("shows that a moderator has hidden the token, without what the creator wrote", () => {
  const html = pageOf(FACTS, { state: "hidden", reason: "scam" });
  expect(html).toContain("The operator of this launchpad does not list this token.");
  expect(html).toContain("Scam or fraud");
  expect(html).toContain("Appeal");
  expect(html).not.toContain("Not in any list.");
});

it("shows when trading opens until then, instead of the trade panel", () => {
  const ahead = pageOf({ ...FACTS, opensAt: NOW + 3_600 });
  expect(ahead.replace(/<[^>]*>/g, "")).toContain("Trading opens in 1 hour");
  expect(ahead).not.toContain('data-slot="trade-panel"');
  const open = pageOf(FACTS);
  expect(open).toContain('data-slot="trade-panel"');
  expect(open).not.toContain("Trading opens");
});
