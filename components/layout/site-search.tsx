"use client";

import { SearchBox } from "@/components/explorer/search-box";
import { useSiteFacts } from "@/components/layout/site-facts";

/** Header search over all chains with token data. */
export function SiteSearch({ className }: { className?: string }) {
  return <SearchBox chains={useSiteFacts().dataChains} className={className ?? ""} />;
}
