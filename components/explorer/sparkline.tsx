import { memo } from "react";
import { Money } from "@/components/tokens/amounts/money";
import type { EthRate } from "@/components/tokens/amounts/use-eth-rate";
import { cn } from "@/components/ui/cn";
import {
  SPARKLINE_HEIGHT,
  SPARKLINE_WIDTH,
  sparklinePath,
} from "@/lib/features/market/rules/sparkline-path";
import { CHANGE_MIN } from "@/lib/shared/text/change";

type Props = { points: readonly string[]; change: string; className?: string };

/** Line of the last day in the color of its change; the row has the values as text. */
export const Sparkline = memo(function Sparkline({ points, change, className }: Props) {
  const path = sparklinePath(points);
  const percent = Number(change);
  const color =
    Math.abs(percent) < CHANGE_MIN
      ? "text-line-strong"
      : percent < 0
        ? "text-[var(--chart-down)]"
        : "text-[var(--chart-up)]";
  return (
    <svg
      data-slot="sparkline"
      aria-hidden="true"
      viewBox={`0 0 ${SPARKLINE_WIDTH} ${SPARKLINE_HEIGHT}`}
      preserveAspectRatio="none"
      className={cn(color, className)}
    >
      {path !== null && (
        <>
          <path d={path.area} fill="currentColor" opacity={0.1} />
          <path
            d={path.line}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </svg>
  );
}, isSame);

/** Text alternative of the line. */
export function SparklineRange({ points, rate }: { points: readonly string[]; rate: EthRate }) {
  const sorted = points.toSorted((a, b) => Number(a) - Number(b));
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return null;
  return (
    <span className="sr-only">
      {" between "}
      <Money eth={least} rate={rate} /> and <Money eth={most} rate={rate} />
    </span>
  );
}

function isSame(before: Props, after: Props): boolean {
  return (
    before.change === after.change &&
    before.className === after.className &&
    before.points.join() === after.points.join()
  );
}
