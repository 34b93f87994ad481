"use client";

import { ExternalLink } from "lucide-react";
import { useChainConfig } from "@/components/wallet/use-chain-config";
import type { ChainSlug } from "@/lib/shared/chains";

/** Link to the token in the chain's block explorer. Sandbox chains have none. */
export function ExplorerLink({ chain, address }: { chain: ChainSlug; address: string }) {
  const facts = useChainConfig(chain);
  if (facts === undefined || facts.sandbox) return null;
  return (
    <p className="mt-4 text-sm">
      <a
        href={`${facts.blockExplorerUrl}/token/${address}`}
        rel="nofollow noopener"
        className="inline-flex items-center gap-1.5 text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        {new URL(facts.blockExplorerUrl).hostname}
        <ExternalLink aria-hidden="true" className="size-3.5" />
      </a>
    </p>
  );
}
