"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ChainSlug } from "@/lib/shared/chains";
import { configQuery } from "@/lib/web/queries";

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
  const { data } = useQuery(configQuery());
  const facts = data?.chains.find(({ slug }) => slug === chain);
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
