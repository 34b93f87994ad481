"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Money } from "@/components/tokens/amounts/money";
import type { EthRate } from "@/components/tokens/amounts/use-eth-rate";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { TermRow } from "@/components/ui/term-row";
import type { Trading } from "@/lib/features/market/schema/price";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatExact } from "@/lib/web/format/format-decimal";
import { tokenPriceQuery } from "@/lib/web/token/token-queries";

const RADIX = 100;

/** The bid wall: active bid, pending ETH and lifetime total. */
export function BidWallCard({ chain, address }: { chain: ChainSlug; address: string }) {
  const { data } = useQuery(tokenPriceQuery(chain, address));
  return (
    <Card data-slot="bid-wall" className="p-4 sm:p-5">
      <h2 className="font-semibold">Bid wall</h2>
      <p className="mt-1 text-muted text-xs leading-4.5">
        Part of every fee funds a buy order below the price. Tokens it buys are burned.
      </p>
      {data === undefined ? (
        <Skeleton className="mt-4 h-44 w-full rounded-control" />
      ) : (
        <Wall
          trading={data.trading}
          rate={{ eth: data.price.marketCapETH, usd: data.price.marketCapUSD }}
        />
      )}
    </Card>
  );
}

function Wall({ trading, rate }: { trading: Trading; rate: EthRate }) {
  const { bidWallRemaining, bidWallRemainingPercentage, buybackBalance, buybackProgress } = trading;
  const left = percentOf(bidWallRemainingPercentage);
  const pending = percentOf(buybackProgress);
  return (
    <div className="mt-4 grid gap-4">
      <WallPicture left={left} hasWall={Number(bidWallRemaining) > 0} />
      <Meter
        title="Pending for the next bid"
        percent={pending}
        amount={<Money eth={buybackBalance} rate={rate} />}
      />
      <dl className="grid gap-1.5 text-sm">
        <TermRow title="Active bid">
          <Money eth={trading.bidWallRemaining} rate={rate} />
        </TermRow>
        <TermRow title="Active and pending">
          <Money eth={trading.bidWallBalance} rate={rate} />
        </TermRow>
        <TermRow title="Lifetime total">
          <Money eth={trading.bidWallLifetime} rate={rate} />
        </TermRow>
      </dl>
    </div>
  );
}

/** Formats a percentage: at most 100, one decimal, truncated. */
function percentOf(value: number): number {
  return Math.floor(Math.min(RADIX, value) * 10) / 10;
}

/** Price line above the wall; the fill shows the remaining ETH. */
function WallPicture({ left, hasWall }: { left: number; hasWall: boolean }) {
  return (
    <div
      role="img"
      aria-label={
        hasWall ? `Bid wall below the price, ${formatExact(left)}% remaining` : "No active bid yet"
      }
      className="relative h-24 overflow-hidden rounded-control bg-raised"
    >
      <span className="absolute inset-x-0 top-6 border-accent-text border-t border-dashed" />
      <span className="absolute top-1.5 right-2.5 text-accent-text text-micro">price</span>
      <span
        className="absolute inset-x-3 bottom-0 rounded-t-md bg-[var(--chart-2)]/25"
        style={{ height: "3.25rem" }}
      />
      <span
        className="absolute inset-x-3 bottom-0 rounded-t-md bg-[var(--chart-2)] transition-[height] duration-500"
        style={{ height: `calc(3.25rem * ${hasWall ? left / RADIX : 0})` }}
      />
      <span className="absolute inset-x-0 bottom-3 text-center">
        <span className="nums rounded-full bg-surface px-2 py-0.5 font-medium text-ink text-xs">
          {hasWall ? `${formatExact(left)}% left` : "no active bid yet"}
        </span>
      </span>
    </div>
  );
}

function Meter({ title, percent, amount }: { title: string; percent: number; amount: ReactNode }) {
  return (
    <div>
      <p className="flex justify-between gap-3 text-sm">
        <span className="text-muted">{title}</span>
        {amount}
      </p>
      <div
        role="progressbar"
        aria-label={title}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={RADIX}
        className="mt-1.5 h-2 overflow-hidden rounded-full bg-raised"
      >
        <span
          className="block h-full rounded-full bg-accent transition-[width] duration-500"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
