"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Age } from "@/components/tokens/age";
import { Money } from "@/components/tokens/amounts/money";
import { type EthRate, useEthRate } from "@/components/tokens/amounts/use-eth-rate";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { PagedList } from "@/components/ui/lists/paged-list";
import type { AddressLaunches } from "@/lib/features/market/schema/positions";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";
import { launchesQuery } from "@/lib/web/portfolio-queries";
import { CELL, HeadCell, None, RIGHT } from "./table-cells";
import { TokenCell } from "./token-cell";

type Launch = AddressLaunches["launches"][number];

/** Tokens that an address created, newest first, with their figures since launch. */
export function LaunchList({ chain, address }: { chain: ChainSlug; address: string }) {
  const query = useInfiniteQuery(launchesQuery(chain, address));
  const rate = useEthRate(chain);
  return (
    <PagedList
      query={query}
      itemsOf={(page) => page.launches}
      keyOf={({ tokenAddress }) => tokenAddress}
      failure="Could not load launches"
      empty={{ title: "No launches", text: "Tokens that this address creates appear here." }}
      more="Load older launches"
    >
      {({ items: launches, moreButton }) => (
        <Card className="overflow-x-auto">
          <table className="w-full text-sm">
            <caption className="sr-only">Launches</caption>
            <thead>
              <tr className="border-b text-left text-faint text-xs">
                <HeadCell>Token</HeadCell>
                <HeadCell className="text-right">Market cap</HeadCell>
                <HeadCell className="hidden text-right sm:table-cell">Since launch</HeadCell>
                <HeadCell className="hidden text-right lg:table-cell">All-time high</HeadCell>
                <HeadCell className="hidden text-right md:table-cell">Holders</HeadCell>
                <HeadCell className="hidden text-right md:table-cell">Fees earned</HeadCell>
                <HeadCell className="hidden text-right lg:table-cell">Creator bought</HeadCell>
                <HeadCell className="hidden text-right lg:table-cell">Creator sold</HeadCell>
                <HeadCell className="hidden text-right sm:table-cell">Age</HeadCell>
              </tr>
            </thead>
            <tbody>
              {launches.map((launch) => (
                <Row key={launch.tokenAddress} chain={chain} launch={launch} rate={rate} />
              ))}
            </tbody>
          </table>
          {moreButton}
        </Card>
      )}
    </PagedList>
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
        <span className="block text-faint text-xs sm:hidden">
          <span className="sr-only">Age: </span>
          <Age createdAt={launch.createdAt} />
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
          title={formatExact(amount)}
          className={cn(RIGHT, "nums hidden lg:table-cell")}
        >
          {amount === "0" ? <None /> : formatDecimal(amount)}
        </td>
      ))}
      <td className={cn(RIGHT, "hidden text-faint sm:table-cell")}>
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
