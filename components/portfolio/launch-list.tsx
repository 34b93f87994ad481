"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { MoreButton } from "@/components/token/more-button";
import { Age } from "@/components/tokens/age";
import { Money } from "@/components/tokens/amounts/money";
import { type EthRate, useEthRate } from "@/components/tokens/amounts/use-eth-rate";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { AddressLaunches } from "@/lib/features/market/schema/positions";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";
import { launchesQuery } from "@/lib/web/portfolio-queries";
import { None } from "./positions-table";
import { TokenCell } from "./token-cell";

type Launch = AddressLaunches["launches"][number];

const CELL = "px-3 py-2.5 whitespace-nowrap sm:px-4";
const RIGHT = cn(CELL, "text-right");

/** Tokens that an address created, newest first, with their figures since launch. */
export function LaunchList({ chain, address }: { chain: ChainSlug; address: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    launchesQuery(chain, address),
  );
  const rate = useEthRate(chain);
  const launches = data?.pages.flatMap((page) => page.launches);
  if (launches === undefined) {
    if (error === null) return <Skeleton className="h-72 w-full rounded-card" />;
    return (
      <ErrorState
        title="Could not load launches"
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  }
  if (launches.length === 0) {
    return (
      <Card>
        <EmptyState title="No launches">Tokens that this address creates appear here.</EmptyState>
      </Card>
    );
  }
  return (
    <Card className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">Launches</caption>
        <thead>
          <tr className="border-b text-left text-faint text-xs">
            <th scope="col" className={cn(CELL, "font-normal")}>
              Token
            </th>
            <th scope="col" className={cn(RIGHT, "font-normal")}>
              Market cap
            </th>
            <th scope="col" className={cn(RIGHT, "hidden font-normal sm:table-cell")}>
              Since launch
            </th>
            <th scope="col" className={cn(RIGHT, "hidden font-normal lg:table-cell")}>
              All-time high
            </th>
            <th scope="col" className={cn(RIGHT, "hidden font-normal md:table-cell")}>
              Holders
            </th>
            <th scope="col" className={cn(RIGHT, "hidden font-normal md:table-cell")}>
              Fees earned
            </th>
            <th scope="col" className={cn(RIGHT, "hidden font-normal lg:table-cell")}>
              Creator bought
            </th>
            <th scope="col" className={cn(RIGHT, "hidden font-normal lg:table-cell")}>
              Creator sold
            </th>
            <th scope="col" className={cn(RIGHT, "font-normal")}>
              Age
            </th>
          </tr>
        </thead>
        <tbody>
          {launches.map((launch) => (
            <Row key={launch.tokenAddress} chain={chain} launch={launch} rate={rate} />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <MoreButton
          label="Load older launches"
          isLoading={isFetchingNextPage}
          onPress={() => void fetchNextPage()}
        />
      )}
    </Card>
  );
}

function Row({ chain, launch, rate }: { chain: ChainSlug; launch: Launch; rate: EthRate }) {
  return (
    <tr className="border-b last:border-0">
      <th scope="row" className={cn(CELL, "text-left font-normal")}>
        <TokenCell chain={chain} token={launch} />
      </th>
      <td className={RIGHT}>
        <Money eth={launch.marketCapETH} rate={rate} />
        <span className="nums block text-xs sm:hidden">
          <Multiple now={launch.marketCapETH} then={launch.startingMarketCapETH} />
          <span className="text-faint"> since launch</span>
        </span>
      </td>
      <td className={cn(RIGHT, "nums hidden sm:table-cell")}>
        <Multiple now={launch.marketCapETH} then={launch.startingMarketCapETH} />
      </td>
      <td className={cn(RIGHT, "hidden lg:table-cell")}>
        <Money eth={launch.allTimeHighETH} rate={rate} />
      </td>
      <td className={cn(RIGHT, "nums hidden md:table-cell")}>{launch.holders}</td>
      <td className={cn(RIGHT, "hidden md:table-cell")}>
        <Money eth={launch.earnedETH} rate={rate} />
      </td>
      {[launch.creatorBoughtToken, launch.creatorSoldToken].map((amount, index) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: two fixed columns
          key={index}
          title={amount}
          className={cn(RIGHT, "nums hidden lg:table-cell")}
        >
          {amount === "0" ? <None /> : formatDecimal(amount)}
        </td>
      ))}
      <td className={cn(RIGHT, "text-faint")}>
        <Age createdAt={launch.createdAt} />
      </td>
    </tr>
  );
}

/** Market cap as a multiple of that at launch. */
function Multiple({ now, then }: { now: string; then: string }) {
  const times = Number(now) / Number(then);
  if (!Number.isFinite(times)) return <None />;
  return (
    <span className={times < 1 ? "text-down" : "text-up"}>
      {formatExact(times.toFixed(times >= 100 ? 0 : 2))}×
    </span>
  );
}
