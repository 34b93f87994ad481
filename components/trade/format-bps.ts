import { showPercent } from "@/lib/web/format/percent";

/** Formats basis points as a percentage: 42 → `0.42%`, 100 → `1%`, 0 → `<0.01%`. */
export function formatBps(bps: number): string {
  return bps < 1 ? "<0.01%" : showPercent(bps / 100);
}
