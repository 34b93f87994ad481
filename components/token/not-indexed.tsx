"use client";

import { Hourglass } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

/** Page of an address without a token, or without one yet. */
export function NotIndexed({ chain }: { chain: ChainSlug }) {
  return (
    <div role="status" className="grid min-h-96 place-items-center">
      <EmptyState
        icon={<Hourglass aria-hidden="true" className="mb-1 size-8 text-accent-text" />}
        title="Token not found"
      >
        No token was launched at this address on {CHAINS[chain].name}. A launch from seconds ago may
        not be indexed yet; this page updates automatically.
      </EmptyState>
    </div>
  );
}
