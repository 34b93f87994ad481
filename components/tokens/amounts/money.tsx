"use client";

import { cn } from "@/components/ui/cn";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";
import { scaleDecimal } from "@/lib/web/format/scale-decimal";
import { Amount } from "./amount";
import { useCurrency } from "./use-currency";

/**
 * An ETH amount in the selected currency.
 * @param rate the same value in ETH and in USD; without USD the amount stays in ETH
 */
export function Money({
  eth,
  rate,
  className,
}: {
  eth: string;
  rate: { eth: string; usd: string | null };
  className?: string;
}) {
  const [currency] = useCurrency();
  if (currency === "ETH" || rate.usd === null || Number(rate.eth) === 0) {
    return <Amount value={eth} unit="ETH" {...(className === undefined ? {} : { className })} />;
  }
  const usd = eth === rate.eth ? rate.usd : scaleDecimal(rate.usd, eth, rate.eth);
  return (
    <data
      data-slot="money"
      value={usd}
      title={`${formatExact(eth)} ETH`}
      className={cn("nums whitespace-nowrap", className)}
    >
      <span className="font-normal text-faint">$</span>
      {formatDecimal(usd)}
    </data>
  );
}
