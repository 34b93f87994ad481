import { cn } from "@/components/ui/cn";
import { formatWei } from "@/lib/shared/text/decimal";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";
import { scaleDecimal } from "@/lib/web/format/scale-decimal";

/**
 * An amount of ETH in dollars, next to the amount itself; nothing without an ETH/USD rate.
 * @param wei null while the amount is unknown
 */
export function Dollars({
  wei,
  ethUsd,
  className,
}: {
  wei: bigint | null;
  ethUsd: string | null;
  className?: string;
}) {
  if (wei === null || ethUsd === null) return null;
  const usd = scaleDecimal(ethUsd, formatWei(wei), "1");
  return (
    <data
      data-slot="dollars"
      value={usd}
      title={`$${formatExact(usd)}`}
      className={cn("nums whitespace-nowrap font-normal text-faint text-xs", className)}
    >
      ≈ ${formatDecimal(usd)}
    </data>
  );
}
