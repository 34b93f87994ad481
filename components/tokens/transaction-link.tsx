"use client";

import type { ReactNode } from "react";
import { useChainConfig } from "@/components/wallet/use-chain-config";
import type { ChainSlug } from "@/lib/shared/chains";

/** Link to a transaction in the block explorer; plain text on sandbox chains. */
export function TransactionLink({
  chain,
  hash,
  children,
}: {
  chain: ChainSlug;
  hash: string;
  children: ReactNode;
}) {
  const facts = useChainConfig(chain);
  if (facts === undefined || facts.sandbox) return <span title={hash}>{children}</span>;
  return (
    <a
      href={`${facts.blockExplorerUrl}/tx/${hash}`}
      rel="nofollow noopener"
      title={hash}
      className="underline-offset-4 hover:underline"
    >
      {children}
    </a>
  );
}
