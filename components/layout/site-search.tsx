"use client";

import { SearchBox } from "@/components/explorer/search-box";
import { useSiteFacts } from "@/components/layout/site-facts";

/** The search of the header: over every chain that has token data. */
export function SiteSearch({ className }: { className?: string }) {
  return <SearchBox chains={useSiteFacts().dataChains} className={className ?? ""} />;
}
