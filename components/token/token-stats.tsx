"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDecimal } from "@/lib/client/format-decimal";
import { tokenPriceQuery } from "@/lib/client/token-queries";
import type { ChainSlug } from "@/lib/domain/chains";

/** The market in numbers. */
export function TokenStats({ chain, address }: { chain: ChainSlug; address: string }) {
  const { data } = useQuery(tokenPriceQuery(chain, address));
  const eth = (value: string | undefined) =>
    value === undefined ? null : `${formatDecimal(value)} ETH`;
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card bg-line sm:grid-cols-3">
        <Stat title="Price" exact={data?.price.priceETH}>
          {eth(data?.price.priceETH)}
        </Stat>
        <Stat title="Volume 24 h" exact={data?.volume.volume24h}>
          {eth(data?.volume.volume24h)}
        </Stat>
        <Stat title="Volume 7 d" exact={data?.volume.volume7d}>
          {eth(data?.volume.volume7d)}
        </Stat>
        <Stat title="All-time high" exact={data?.price.allTimeHigh}>
          {eth(data?.price.allTimeHigh)}
        </Stat>
        <Stat title="All-time low" exact={data?.price.allTimeLow}>
          {eth(data?.price.allTimeLow)}
        </Stat>
        <Stat title="Started at" exact={data?.price.startingMarketCapETH}>
          {eth(data?.price.startingMarketCapETH)}
        </Stat>
      </dl>
    </Card>
  );
}

function Stat({
  title,
  exact,
  children,
}: {
  title: string;
  exact: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-faint text-xs">{title}</dt>
      <dd className="nums mt-0.5 h-6 font-medium text-sm leading-6" title={exact}>
        {children ?? <Skeleton className="mt-1 h-4 w-24" />}
      </dd>
    </div>
  );
}
