"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { ChainSlug } from "@/lib/domain/chains";

/** Settings of this launchpad that pages need before any request, so that nothing moves later. */
export type SiteFacts = {
  /** The chains of which this launchpad publishes token data. */
  dataChains: readonly ChainSlug[];
  /** Whether a chain runs on the operator's machine. */
  sandbox: boolean;
};

const Facts = createContext<SiteFacts>({ dataChains: [], sandbox: false });

export function SiteFactsProvider({ facts, children }: { facts: SiteFacts; children: ReactNode }) {
  return <Facts value={facts}>{children}</Facts>;
}

export function useSiteFacts(): SiteFacts {
  return useContext(Facts);
}
