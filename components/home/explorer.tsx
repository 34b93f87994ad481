"use client";

import { ExplorerList } from "@/components/explorer/explorer-list";
import { ChainNav } from "@/components/layout/chain-nav";
import { useSiteFacts } from "@/components/layout/site-facts";
import { NewestTokens } from "@/components/tokens/newest/newest-tokens";
import type { ChainSlug } from "@/lib/shared/chains";
import { UnpublishedChain } from "./unpublished-chain";

/** Tokens of one chain, or of all chains with token data. */
export function Explorer({ chain }: { chain: ChainSlug | null }) {
  const dataChains = useSiteFacts().dataChains;
  const chains = chain === null ? dataChains : ONE[chain];
  const isPublished = chain === null || dataChains.includes(chain);
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] gap-8 px-4 py-6 sm:px-6 sm:py-7">
      <ChainNav className="-mx-1 overflow-x-auto [scrollbar-width:none]" />
      {isPublished ? (
        <>
          <NewestTokens chains={chains} />
          <ExplorerList chains={chains} />
        </>
      ) : (
        <UnpublishedChain chain={chain} />
      )}
    </div>
  );
}

/** Stable single-chain arrays, so that queries do not refetch. */
const ONE: Record<ChainSlug, readonly ChainSlug[]> = {
  base: ["base"],
  "base-sepolia": ["base-sepolia"],
  robinhood: ["robinhood"],
};
