import { cn } from "@/components/ui/cn";
import { CHANGE_MIN } from "@/lib/shared/text/change";
import { formatChange, formatExact } from "@/lib/web/format/format-decimal";

/** Colored percentage change with sign; the exact value is the title. */
export function Change({
  percent,
  window = "24h",
  className,
}: {
  percent: string;
  window?: string;
  className?: string;
}) {
  const value = Number(percent);
  const isZero = Math.abs(value) < CHANGE_MIN;
  return (
    <data
      data-slot="change"
      value={percent}
      title={`${formatExact(percent)}% in ${window}`}
      className={cn(
        "nums whitespace-nowrap",
        isZero ? "text-faint" : value < 0 ? "text-down" : "text-up",
        className,
      )}
    >
      {isZero ? "0%" : `${value < 0 ? "−" : "+"}${formatChange(percent)}%`}
    </data>
  );
}
