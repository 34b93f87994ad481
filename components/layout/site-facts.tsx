"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { ChainSlug } from "@/lib/shared/chains";

/** Settings that pages need before any request, so that the layout does not shift. */
export type SiteFacts = {
  /** Chains with published token data. */
  dataChains: readonly ChainSlug[];
  /** Whether a chain is a sandbox chain. */
  sandbox: boolean;
  /** The operator's texts, such as terms. */
  legal: readonly { name: string; title: string }[];
};

const Facts = createContext<SiteFacts>({ dataChains: [], sandbox: false, legal: [] });

export function SiteFactsProvider({ facts, children }: { facts: SiteFacts; children: ReactNode }) {
  return <Facts value={facts}>{children}</Facts>;
}

export function useSiteFacts(): SiteFacts {
  return useContext(Facts);
}
