"use client";

import dynamic from "next/dynamic";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { inPart } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import type { TradeTabsProps } from "./trade-tabs";

const TradeTabs = inPart(
  dynamic(() => import("./trade-tabs").then((module) => module.TradeTabs), {
    ssr: false,
    loading: TradeSkeleton,
  }),
);

/**
 * Buys and sells a token: a self-contained card with account, quote and transaction progress. The
 * trading code loads only with it.
 */
export function TradePanel({ className, ...props }: TradeTabsProps & { className?: string }) {
  const { chain, tokenAddress } = props;
  return (
    <Card
      data-slot="trade-panel"
      role="region"
      aria-label="Trade"
      className={cn("min-h-[30rem] p-4", className)}
    >
      <TradeTabs key={`${chain} ${tokenAddress}`} {...props} />
    </Card>
  );
}

function TradeSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="h-10 w-full rounded-control" />
      <Skeleton className="mt-3 h-[7.75rem] w-full rounded-control" />
      <Skeleton className="mt-2 h-[4.75rem] w-full rounded-control" />
      <Skeleton className="mt-4 h-12 w-full rounded-control" />
    </div>
  );
}
