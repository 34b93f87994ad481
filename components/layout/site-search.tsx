"use client";

import { SearchBox } from "@/components/explorer/search-box";
import { useDataChains } from "@/components/tokens/use-data-chains";

/** The search of the header: over every chain that has token data. */
export function SiteSearch({ className }: { className?: string }) {
  return <SearchBox chains={useDataChains()} className={className ?? ""} />;
}
