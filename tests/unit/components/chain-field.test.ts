import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ChainField } from "@/components/launch/steps/chain-field";
import { type SiteFacts, SiteFactsProvider } from "@/components/layout/site-facts";
import type { ChainSlug } from "@/lib/shared/chains";

const FACTS: SiteFacts = {
  chains: ["base", "robinhood"],
  dataChains: ["base", "base-sepolia"],
  sandbox: false,
  isPhone: false,
  renderedAt: 0,
  positions: {},
  brand: { name: "", logo: null, links: [], hidden: [], isOwn: false, defaultChain: "base" },
  legal: [],
};
const field: ComponentProps<typeof ChainField>["field"] = {
  name: "chain",
  ref: () => undefined,
  onChange: async () => undefined,
  onBlur: async () => undefined,
};

function render(chain: ChainSlug) {
  const children = createElement(ChainField, { field, chain, hint: "Where it is created." });
  const page: ComponentProps<typeof SiteFactsProvider> = { facts: FACTS, children };
  const html = renderToStaticMarkup(createElement(SiteFactsProvider, page));
  const options = [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text);
  return { html, options };
}

const OFFERED = ["Base", "Robinhood Chain (no charts or token lists here)"];

describe("the chain of a form", () => {
  it("is one that this launchpad serves", () => {
    const { html, options } = render("base");
    expect(options).toEqual(OFFERED);
    expect(html).toContain("Where it is created.");
  });

  it("of a link or an earlier form is named as not served, with an error", () => {
    const { html, options } = render("base-sepolia");
    expect(options).toEqual([...OFFERED, "Base Sepolia (testnet) (not served here)"]);
    expect(html).toContain("Chain is not served by this launchpad. Choose another chain.");
  });
});
