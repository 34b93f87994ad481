"use client";

import { Money } from "@/components/tokens/amounts/money";
import type { EthRate } from "@/components/tokens/amounts/use-eth-rate";
import { cn } from "@/components/ui/cn";
import { formatExact } from "@/lib/web/format/format-decimal";
import { truncate } from "@/lib/web/format/percent";

/** A profit or loss in the selected currency, with its sign and color. */
export function Profit({
  eth,
  rate,
  className,
}: {
  eth: string;
  rate: EthRate;
  className?: string;
}) {
  const isLoss = eth.startsWith("-");
  const isZero = Number(eth) === 0;
  return (
    <span
      data-slot="profit"
      className={cn(
        "nums whitespace-nowrap",
        isZero ? "text-muted" : isLoss ? "text-down" : "text-up",
        className,
      )}
    >
      {isZero ? "" : isLoss ? "−" : "+"}
      <Money eth={isLoss ? eth.slice(1) : eth} rate={rate} />
    </span>
  );
}

/** Profit in percent of the cost; nothing without a cost. */
export function ProfitPercent({ profit, cost }: { profit: string; cost: string }) {
  const percent = (Number(profit) / Number(cost)) * 100;
  if (!Number.isFinite(percent)) return null;
  // Truncated like all amounts: a loss of 99.96% is not a total one.
  const size = Math.abs(percent);
  return (
    <span className="nums text-faint text-xs">
      {percent < 0 ? "−" : "+"}
      {formatExact(truncate(size, size >= 100 ? 0 : 1))}%
    </span>
  );
}
