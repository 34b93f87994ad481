"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import type { Config } from "@/lib/features/system/schema";
import type { Brand } from "@/lib/shared/brand";
import type { ChainSlug } from "@/lib/shared/chains";
import { learnServerTime } from "@/lib/web/server-time";

/** Settings that pages need before any request, so that the layout does not shift. */
export type SiteFacts = {
  /** Chains that are configured here: tokens and managers are created on them. */
  chains: readonly ChainSlug[];
  /** The operator's default, lowest and highest starting market cap, in USDC units (6 decimals). */
  marketCapUsdc: Config["marketCapUsdc"];
  /** Chains with published token data. */
  dataChains: readonly ChainSlug[];
  /** Whether a chain is a sandbox chain. */
  sandbox: boolean;
  brand: SiteBrand;
  /**
   * Whether the request came from a phone: estimates the window's width until the page can measure
   * it.
   */
  isPhone: boolean;
  /**
   * When the server rendered the page, in Unix seconds. Ages are relative to it until the page has
   * its own clock.
   */
  renderedAt: number;
  /** The event after which each chain's stream continues. All data of the document is newer. */
  positions: Partial<Record<ChainSlug, string>>;
  /** The operator's texts, such as terms. */
  legal: readonly { name: string; title: string }[];
};

/** The parts of the brand that pages show. */
export type SiteBrand = Pick<Brand, "name" | "logo" | "links" | "hidden" | "isOwn"> & {
  /** The chain that forms select first; one of `chains` if there are any. */
  defaultChain: ChainSlug;
};

/** The facts of a page outside a launchpad. */
export const NO_FACTS: SiteFacts = {
  chains: [],
  marketCapUsdc: { default: "4000000000", min: "100000000", max: "1000000000000000" },
  dataChains: [],
  sandbox: false,
  isPhone: false,
  renderedAt: 0,
  positions: {},
  // Without a name: a script is the same for every brand.
  brand: { name: "", logo: null, links: [], hidden: [], isOwn: false, defaultChain: "base" },
  legal: [],
};
const Facts = createContext(NO_FACTS);

export function SiteFactsProvider({ facts, children }: { facts: SiteFacts; children: ReactNode }) {
  // Before any child reads the clock, and only of the document: later renders have no arrival time.
  useState(() => {
    if (typeof window !== "undefined") learnServerTime(facts.renderedAt);
  });
  return <Facts value={facts}>{children}</Facts>;
}

export function useSiteFacts(): SiteFacts {
  return useContext(Facts);
}

/** The name of this launchpad. */
export function useSiteName(): string {
  return useSiteFacts().brand.name;
}
