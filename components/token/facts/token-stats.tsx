"use client";

import { useQuery } from "@tanstack/react-query";
import { Money } from "@/components/tokens/amounts/money";
import type { EthRate } from "@/components/tokens/amounts/use-eth-rate";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { ChainSlug } from "@/lib/shared/chains";
import { tokenPriceQuery } from "@/lib/web/token/token-queries";

/** Market statistics. USD values use the current rate, also for past amounts. */
export function TokenStats({ chain, address }: { chain: ChainSlug; address: string }) {
  const { data } = useQuery(tokenPriceQuery(chain, address));
  const { price, volume } = data ?? {};
  const rate = { eth: price?.marketCapETH ?? "0", usd: price?.marketCapUSD ?? null };
  const priceRate = { eth: price?.priceETH ?? "0", usd: price?.priceUSD ?? null };
  return (
    <Card data-slot="token-stats">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card bg-line sm:grid-cols-3">
        <Stat title="Price" eth={price?.priceETH} rate={priceRate} />
        <Stat title="Volume 24h" eth={volume?.volume24h} rate={rate} />
        <Stat title="Volume 7d" eth={volume?.volume7d} rate={rate} />
        <Stat title="All-time high" eth={price?.allTimeHigh} rate={rate} />
        <Stat title="All-time low" eth={price?.allTimeLow} rate={rate} />
        <Stat title="Launch market cap" eth={price?.startingMarketCapETH} rate={rate} />
      </dl>
    </Card>
  );
}

function Stat({ title, eth, rate }: { title: string; eth: string | undefined; rate: EthRate }) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-faint text-xs">{title}</dt>
      <dd className="mt-0.5 h-6 font-medium text-sm leading-6">
        {eth === undefined ? (
          <Skeleton className="mt-1 h-4 w-24" />
        ) : (
          <Money eth={eth} rate={rate} />
        )}
      </dd>
    </div>
  );
}
