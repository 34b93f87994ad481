import { cn } from "@/components/ui/cn";

const HUGE = 10_000;

/** A change in percent with its sign, coloured; the exact value is its title. */
export function Change({ percent, className }: { percent: string; className?: string }) {
  const value = Number(percent);
  const isZero = Math.abs(value) < 0.005;
  const amount = Math.abs(value);
  const text =
    amount >= HUGE ? `${Math.round(amount / 1_000)}k` : amount.toFixed(amount < 100 ? 2 : 0);
  return (
    <data
      data-slot="change"
      value={percent}
      title={`${percent} % in 24 hours`}
      className={cn(
        "nums whitespace-nowrap",
        isZero ? "text-faint" : value < 0 ? "text-down" : "text-up",
        className,
      )}
    >
      {isZero ? "0 %" : `${value < 0 ? "−" : "+"}${text} %`}
    </data>
  );
}
