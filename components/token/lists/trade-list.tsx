"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CELL, HeadCell } from "@/components/portfolio/table-cells";
import { useOwnAccount, useOwnAddresses } from "@/components/portfolio/use-own-addresses";
import { AddressLink } from "@/components/tokens/address-link";
import { Age } from "@/components/tokens/age";
import { Money } from "@/components/tokens/amounts/money";
import { type EthRate, useEthRate } from "@/components/tokens/amounts/use-eth-rate";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { MoreButton } from "@/components/ui/lists/more-button";
import { Skeleton } from "@/components/ui/skeleton";
import { TRADERS_MAX, type TradeFilter } from "@/lib/features/market/rules/trade";
import type { Trade } from "@/lib/features/market/schema/market";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";
import { tradesQuery } from "@/lib/web/token/activity-queries";
import { safetyQuery } from "@/lib/web/token/safety-queries";
import { type TradeChoice, TradeFilters } from "./trade-filters";

type TradeListProps = {
  chain: ChainSlug;
  address: string;
  symbol: string;
};

/** Trades of a token, newest first, live; all of them, or those of the reader or the creator. */
export function TradeList(props: TradeListProps) {
  const [choice, setChoice] = useState<TradeChoice>({ of: "all", size: null });
  const own = useOwnAddresses(props.chain).map(({ address }) => address);
  const { filter, retry } = useTradeFilter(props, choice, own);
  return (
    <>
      <TradeFilters choice={choice} onChoose={setChoice} />
      {filter === "no_wallet" ? (
        <Card>
          <EmptyState title="No wallet">Connect a wallet to see your trades.</EmptyState>
        </Card>
      ) : filter === "loading" ? (
        <Skeleton className="h-72 w-full rounded-card" />
      ) : filter instanceof Error ? (
        <ErrorState
          title={
            choice.of === "mine" ? "Could not load your wallets" : "Could not load the creator"
          }
          detail={filter.message}
          onRetry={retry}
        />
      ) : (
        <Trades {...props} own={own} filter={filter} />
      )}
    </>
  );
}

/** The filter for the Data API, or the reason why there is none yet. */
function useTradeFilter(
  { chain, address }: TradeListProps,
  { of, size }: TradeChoice,
  own: readonly string[],
): { filter: TradeFilter | "no_wallet" | "loading" | Error; retry: () => void } {
  const safety = useQuery({ ...safetyQuery(chain, address), enabled: of === "creator" });
  const account = useOwnAccount();
  const ofSize = size === null ? {} : { minETH: size };
  const ofTrader = (trader: string) => ({ ...ofSize, trader });
  const creator = safety.data?.creator.address;
  const noWallet = account.isLoading ? ("loading" as const) : ("no_wallet" as const);
  const filter = {
    all: ofSize,
    mine:
      own.length === 0
        ? (account.error ?? noWallet)
        : ofTrader(own.slice(0, TRADERS_MAX).join(",")),
    creator: creator === undefined ? (safety.error ?? ("loading" as const)) : ofTrader(creator),
  }[of];
  return { filter, retry: () => void (of === "mine" ? account : safety).refetch() };
}

function Trades({
  chain,
  address,
  symbol,
  own,
  filter,
}: TradeListProps & { own: readonly string[]; filter: TradeFilter }) {
  const query = useInfiniteQuery(tradesQuery(chain, address, filter));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const rate = useEthRate(chain);
  const trades = data?.pages.flatMap((page) => page.trades);
  if (trades === undefined) {
    return error === null ? (
      <Skeleton className="h-72 w-full rounded-card" />
    ) : (
      <ErrorState
        title="Could not load trades"
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  }
  if (trades.length === 0) {
    const isFiltered = Object.keys(filter).length > 0;
    return (
      <Card>
        <EmptyState title={isFiltered ? "No matching trades" : "No trades yet"}>
          New trades appear here automatically.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card className="overflow-x-auto">
      <table className="nums w-full text-sm">
        <caption className="sr-only">Trades of {symbol}</caption>
        <Head symbol={symbol} />
        <tbody>
          {trades.map((trade) => (
            <TradeRow
              key={trade.id}
              chain={chain}
              trade={trade}
              rate={rate}
              isOwn={own.includes(trade.trader)}
            />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <MoreButton
          label="Load older trades"
          isLoading={isFetchingNextPage}
          error={query.isFetchNextPageError ? error : null}
          onPress={() => void fetchNextPage()}
        />
      )}
    </Card>
  );
}

function Head({ symbol }: { symbol: string }) {
  return (
    <thead>
      <tr className="border-b text-left text-faint text-xs">
        <HeadCell>Trade</HeadCell>
        <HeadCell className="text-right">ETH</HeadCell>
        <HeadCell className="hidden text-right sm:table-cell">
          <bdi>{symbol}</bdi>
        </HeadCell>
        <HeadCell className="hidden text-right md:table-cell">Market cap</HeadCell>
        <HeadCell className="text-right">Trader</HeadCell>
        <HeadCell className="text-right">Age</HeadCell>
      </tr>
    </thead>
  );
}

function TradeRow({
  chain,
  trade,
  rate,
  isOwn,
}: {
  chain: ChainSlug;
  trade: Trade;
  rate: EthRate;
  isOwn: boolean;
}) {
  const isBuy = trade.type === "buy";
  return (
    <tr className="border-b last:border-0 hover:bg-raised/60">
      <td className={cn(CELL, "font-medium", isBuy ? "text-up" : "text-down")}>
        {isBuy ? "Buy" : "Sell"}
      </td>
      <td className={cn(CELL, "text-right")} title={formatExact(trade.amountETH)}>
        {formatDecimal(trade.amountETH)}
      </td>
      <td
        className={cn(CELL, "hidden text-right sm:table-cell")}
        title={formatExact(trade.amountToken)}
      >
        {formatDecimal(trade.amountToken)}
      </td>
      <td className={cn(CELL, "hidden text-right md:table-cell")}>
        <Money eth={trade.marketCapETH} rate={rate} />
      </td>
      <td className={cn(CELL, "text-right font-mono text-muted text-xs")} title={trade.trader}>
        {isOwn ? (
          <Badge tone="sea">you</Badge>
        ) : (
          <AddressLink chain={chain} address={trade.trader} />
        )}
      </td>
      <td className={cn(CELL, "text-right text-faint")}>
        <TransactionLink chain={chain} hash={trade.transactionHash}>
          <Age createdAt={trade.timestamp} />
        </TransactionLink>
      </td>
    </tr>
  );
}
