import { formatExact } from "@/lib/web/format/format-decimal";

/** Formats basis points as a percentage: 42 → `0.42%`, 100 → `1%`, 0 → `<0.01%`. */
export function formatBps(bps: number): string {
  return bps < 1 ? "<0.01%" : `${formatExact(Number((bps / 100).toFixed(2)))}%`;
}
