import { type ComponentProps, createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { NO_FACTS, type SiteFacts, SiteFactsProvider } from "@/components/layout/site-facts";

const FACTS: SiteFacts = {
  ...NO_FACTS,
  chains: ["base", "base-sepolia", "robinhood"],
  dataChains: ["base", "base-sepolia"],
};

/** The HTML of an element on a page of a launchpad with these settings. */
export function renderWithFacts(facts: Partial<SiteFacts>, children: ReactElement): string {
  const page: ComponentProps<typeof SiteFactsProvider> = {
    facts: { ...FACTS, ...facts },
    children,
  };
  return renderToStaticMarkup(createElement(SiteFactsProvider, page));
}
