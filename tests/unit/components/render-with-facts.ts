import { type ComponentProps, createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type SiteFacts, SiteFactsProvider } from "@/components/layout/site-facts";

const FACTS: SiteFacts = {
  chains: ["base", "base-sepolia", "robinhood"],
  marketCapUsdc: { default: "4000000000", min: "100000000", max: "1000000000000000" },
  dataChains: ["base", "base-sepolia"],
  sandbox: false,
  isPhone: false,
  renderedAt: 0,
  positions: {},
  brand: { name: "", logo: null, links: [], hidden: [], isOwn: false, defaultChain: "base" },
  legal: [],
};

/** The HTML of an element on a page of a launchpad with these settings. */
export function renderWithFacts(facts: Partial<SiteFacts>, children: ReactElement): string {
  const page: ComponentProps<typeof SiteFactsProvider> = {
    facts: { ...FACTS, ...facts },
    children,
  };
  return renderToStaticMarkup(createElement(SiteFactsProvider, page));
}
