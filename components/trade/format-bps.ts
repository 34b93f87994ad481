import { formatExact } from "@/lib/web/format-decimal";

/** Basis points as a percentage for reading: 42 → `0.42%`, 100 → `1%`; `<0.01%` for none. */
export function formatBps(bps: number): string {
  return bps < 1 ? "<0.01%" : `${formatExact(Number((bps / 100).toFixed(2)))}%`;
}
