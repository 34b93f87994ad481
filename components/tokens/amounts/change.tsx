import { cn } from "@/components/ui/cn";
import { formatChange } from "@/lib/web/format-decimal";

/** A change in percent with its sign, coloured; the exact value is its title. */
export function Change({ percent, className }: { percent: string; className?: string }) {
  const value = Number(percent);
  // Below a hundredth nothing would be left of it.
  const isZero = Math.abs(value) < 0.01;
  return (
    <data
      data-slot="change"
      value={percent}
      title={`${percent}% in 24h`}
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
