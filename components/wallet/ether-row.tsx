"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Amount } from "@/components/tokens/amounts/amount";
import { Skeleton } from "@/components/ui/skeleton";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import { etherQuery } from "@/lib/web/trade/trade-queries";

/** ETH balance of an account on one chain, with space for an action. */
export function EtherRow({
  chain,
  name,
  address,
  children,
}: {
  chain: ChainSlug;
  name: string;
  address: `0x${string}`;
  children?: ReactNode;
}) {
  const { data, isError } = useQuery(etherQuery(chain, address));
  return (
    <li className="flex min-h-9 items-center justify-between gap-3 text-sm">
      <span className="text-muted">{name}</span>
      <span className="flex items-center gap-2">
        {data !== undefined ? (
          <Amount value={formatWei(data)} unit="ETH" />
        ) : isError ? (
          <span className="text-faint text-xs">unavailable</span>
        ) : (
          <Skeleton className="h-4 w-16" />
        )}
        {children}
      </span>
    </li>
  );
}
