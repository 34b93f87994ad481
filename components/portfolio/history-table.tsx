"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Age } from "@/components/tokens/age";
import { Money } from "@/components/tokens/amounts/money";
import { type EthRate, useEthRate } from "@/components/tokens/amounts/use-eth-rate";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { PagedList } from "@/components/ui/lists/paged-list";
import type { PositionChange } from "@/lib/features/market/schema/positions";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";
import { historyQuery } from "@/lib/web/portfolio-queries";
import { CsvButton } from "./csv-button";
import { Profit } from "./profit";
import { CELL, HeadCell, None, RIGHT } from "./table-cells";
import { TokenCell } from "./token-cell";

const TYPES = {
  buy: { title: "Buy", tone: "text-up" },
  sell: { title: "Sell", tone: "text-down" },
  receive: { title: "Received", tone: "text-muted" },
  send: { title: "Sent", tone: "text-muted" },
  burn: { title: "Burned", tone: "text-muted" },
} as const satisfies Record<PositionChange["type"], { title: string; tone: string }>;

/** Trades and transfers of an address, newest first, with all of them as a CSV file. */
export function HistoryTable({ chain, address }: { chain: ChainSlug; address: string }) {
  const query = useInfiniteQuery(historyQuery(chain, address));
  const rate = useEthRate(chain);
  return (
    <PagedList
      query={query}
      itemsOf={(page) => page.history}
      keyOf={({ id }) => id}
      failure="Could not load the history"
      empty={{ title: "No history", text: "Trades and transfers of this address appear here." }}
      more="Load older entries"
    >
      {({ items: history, moreButton }) => (
        <Card className="overflow-x-auto">
          <CsvButton chain={chain} address={address} />
          <table className="w-full border-t text-sm">
            <caption className="sr-only">History</caption>
            <thead>
              <tr className="border-b text-left text-faint text-xs">
                <HeadCell>Type</HeadCell>
                <HeadCell>Token</HeadCell>
                <HeadCell className="hidden text-right sm:table-cell">Amount</HeadCell>
                <HeadCell className="text-right">Value</HeadCell>
                <HeadCell className="hidden text-right md:table-cell">Realized</HeadCell>
                <HeadCell className="hidden text-right sm:table-cell">Age</HeadCell>
              </tr>
            </thead>
            <tbody>
              {history.map((change) => (
                <Row key={change.id} chain={chain} change={change} rate={rate} />
              ))}
            </tbody>
          </table>
          {moreButton}
        </Card>
      )}
    </PagedList>
  );
}

function Row({ chain, change, rate }: { chain: ChainSlug; change: PositionChange; rate: EthRate }) {
  const { title, tone } = TYPES[change.type];
  const age = (
    <TransactionLink chain={chain} hash={change.transactionHash}>
      <Age createdAt={change.timestamp} />
    </TransactionLink>
  );
  return (
    <tr className="border-b last:border-0">
      <td className={CELL}>
        <span className={cn("block font-medium", tone)}>{title}</span>
        <span className="block text-faint text-xs sm:hidden">
          <span className="sr-only">Age: </span>
          {age}
        </span>
      </td>
      <td className={CELL}>
        <TokenCell chain={chain} token={change} />
      </td>
      <td
        className={cn(RIGHT, "nums hidden sm:table-cell")}
        title={formatExact(change.amountToken)}
      >
        {formatDecimal(change.amountToken)}
      </td>
      <td className={RIGHT}>
        {change.amountETH === "0" ? <None /> : <Money eth={change.amountETH} rate={rate} />}
        <span
          className="nums block text-faint text-xs sm:hidden"
          title={formatExact(change.amountToken)}
        >
          {formatDecimal(change.amountToken)}
        </span>
      </td>
      <td className={cn(RIGHT, "hidden md:table-cell")}>
        {change.realizedETH === "0" ? <None /> : <Profit eth={change.realizedETH} rate={rate} />}
      </td>
      <td className={cn(RIGHT, "hidden text-faint sm:table-cell")}>{age}</td>
    </tr>
  );
}
