"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Money } from "@/components/tokens/amounts/money";
import { type EthRate, useEthRate } from "@/components/tokens/amounts/use-eth-rate";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { PagedList } from "@/components/ui/lists/paged-list";
import type { Position } from "@/lib/features/market/schema/positions";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";
import { positionsQuery } from "@/lib/web/portfolio-queries";
import { Profit, ProfitPercent } from "./profit";
import { CELL, HeadCell, None, RIGHT } from "./table-cells";
import { TokenCell } from "./token-cell";
import { Totals } from "./totals";

/** Totals and positions of an address. */
export function PositionsTable({ chain, address }: { chain: ChainSlug; address: string }) {
  const [isOpen, setOpen] = useState(true);
  const query = useInfiniteQuery(positionsQuery(chain, address, isOpen));
  // The totals are those of all positions, so they are known from the other list as well.
  const other = useInfiniteQuery({ ...positionsQuery(chain, address, !isOpen), enabled: false });
  const totals = (query.data ?? other.data)?.pages[0]?.totals;
  const rate = useEthRate(chain);
  return (
    <div className="grid gap-4">
      {(totals !== undefined || query.isPending) && <Totals totals={totals ?? null} rate={rate} />}
      <Card className="overflow-x-auto">
        <label className="flex w-fit cursor-pointer items-center gap-2 px-4 py-2.5 text-muted text-sm">
          <input
            type="checkbox"
            checked={!isOpen}
            onChange={() => setOpen((value) => !value)}
            className="size-4 accent-accent"
          />
          Show closed positions
        </label>
        <PagedList
          query={query}
          itemsOf={(page) => page.positions}
          keyOf={({ tokenAddress }) => tokenAddress}
          failure="Could not load positions"
          empty={null}
          more="Load more positions"
        >
          {({ items: positions, moreButton }) => (
            <>
              {positions.length === 0 ? (
                <EmptyState title={isOpen ? "No open positions" : "No positions"}>
                  Tokens that this address holds appear here.
                </EmptyState>
              ) : (
                <table className="w-full border-t text-sm">
                  <caption className="sr-only">Positions</caption>
                  <thead>
                    <tr className="border-b text-left text-faint text-xs">
                      <HeadCell>Token</HeadCell>
                      <HeadCell className="text-right">Value</HeadCell>
                      <HeadCell className="hidden text-right md:table-cell">Holdings</HeadCell>
                      <HeadCell className="hidden text-right lg:table-cell">Average entry</HeadCell>
                      <HeadCell className="hidden text-right lg:table-cell">Cost</HeadCell>
                      <HeadCell className="hidden text-right sm:table-cell">Unrealized</HeadCell>
                      <HeadCell className="hidden text-right sm:table-cell">Realized</HeadCell>
                    </tr>
                  </thead>
                  <tbody>
                    {positions.map((position) => (
                      <Row
                        key={position.tokenAddress}
                        chain={chain}
                        position={position}
                        rate={rate}
                      />
                    ))}
                  </tbody>
                </table>
              )}
              {moreButton}
            </>
          )}
        </PagedList>
      </Card>
    </div>
  );
}

function Row({ chain, position, rate }: { chain: ChainSlug; position: Position; rate: EthRate }) {
  const { averageEntryETH: entry, costETH, unrealizedETH } = position;
  return (
    <tr className="border-b last:border-0">
      <th scope="row" className={cn(CELL, "text-left font-normal")}>
        <TokenCell chain={chain} token={position} />
      </th>
      <td className={RIGHT}>
        <Money eth={position.valueETH} rate={rate} />
        <span className="block whitespace-normal text-xs sm:hidden">
          <span className="sr-only">Unrealized: </span>
          <Profit eth={unrealizedETH} rate={rate} />{" "}
          <ProfitPercent profit={unrealizedETH} cost={costETH} />
        </span>
        <span
          className="nums block text-faint text-xs md:hidden"
          title={formatExact(position.balance)}
        >
          {formatDecimal(position.balance)} held
        </span>
      </td>
      <td className={cn(RIGHT, "nums hidden md:table-cell")} title={formatExact(position.balance)}>
        {formatDecimal(position.balance)}
      </td>
      <td className={cn(RIGHT, "hidden lg:table-cell")}>
        {entry === null ? <None /> : <Money eth={entry} rate={rate} />}
      </td>
      <td className={cn(RIGHT, "hidden lg:table-cell")}>
        <Money eth={costETH} rate={rate} />
      </td>
      <td className={cn(RIGHT, "hidden sm:table-cell")}>
        <Profit eth={unrealizedETH} rate={rate} className="block" />
        <ProfitPercent profit={unrealizedETH} cost={costETH} />
      </td>
      <td className={cn(RIGHT, "hidden sm:table-cell")}>
        <Profit eth={position.realizedETH} rate={rate} />
      </td>
    </tr>
  );
}
