import { cn } from "@/components/ui/cn";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";

/** Shortened amount with unit; the exact decimal is the title and the data value. */
export function Amount({
  value,
  unit,
  className,
}: {
  value: string;
  unit: string;
  className?: string;
}) {
  return (
    <data
      data-slot="amount"
      value={value}
      title={`${formatExact(value)} ${unit}`}
      className={cn("nums whitespace-nowrap", className)}
    >
      {formatDecimal(value)} <span className="font-normal text-faint">{unit}</span>
    </data>
  );
}
