import type { SeriesMarker, Time } from "lightweight-charts";
import type { TokenMarks } from "@/lib/features/market/schema/marks";
import type { PositionChange } from "@/lib/features/market/schema/positions";
import { toAxis } from "./axis-time";
import type { Bar } from "./chart-series";
import type { ChartTheme } from "./chart-theme";

/** The parties whose actions are marked. */
export const MARK_KINDS = ["own", "creator", "wall"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];
export type ChartMark = {
  kind: MarkKind;
  side: "buy" | "sell" | "move";
  /** Unix seconds. */
  timestamp: number;
};

/**
 * Marks of the kinds that are shown. A creator who views the chart of their own token sees a trade
 * once.
 * @param own the reader's trades
 */
export function marksOf(
  own: readonly Pick<PositionChange, "type" | "timestamp" | "transactionHash">[],
  others: TokenMarks["marks"],
  shown: Record<MarkKind, boolean>,
): ChartMark[] {
  const ownHashes = new Set(shown.own ? own.map(({ transactionHash }) => transactionHash) : []);
  const marks: ChartMark[] = own.map(({ type, timestamp }) => ({
    kind: "own",
    side: type === "buy" ? "buy" : "sell",
    timestamp,
  }));
  for (const { type, timestamp, transactionHash } of others) {
    if (type === "wallMove") marks.push({ kind: "wall", side: "move", timestamp });
    else if (!ownHashes.has(transactionHash)) {
      marks.push({ kind: "creator", side: type === "creatorBuy" ? "buy" : "sell", timestamp });
    }
  }
  return marks.filter(({ kind }) => shown[kind]).sort((a, b) => a.timestamp - b.timestamp);
}

/** One marker for all marks of a kind and side at a bar, in the order of time. */
export function markersOf(
  bars: readonly Pick<Bar, "time">[],
  marks: readonly ChartMark[],
  seconds: number,
  theme: Pick<ChartTheme, "up" | "down" | "creator" | "wall">,
): SeriesMarker<Time>[] {
  const times = new Set(bars.map(({ time }) => time));
  const marked = new Map<string, ChartMark & { count: number }>();
  for (const { kind, side, timestamp } of marks) {
    const time = timestamp - (timestamp % seconds);
    if (!times.has(time)) continue;
    const key = `${time}:${kind}:${side}`;
    const count = (marked.get(key)?.count ?? 0) + 1;
    marked.set(key, { kind, side, timestamp: time, count });
  }
  return [...marked.values()]
    .sort((a, b) => a.timestamp - b.timestamp)
    .map(({ kind, side, timestamp, count }) => ({
      time: toAxis(timestamp),
      position: side === "sell" ? "aboveBar" : "belowBar",
      ...lookOf(kind, side, theme),
      ...textOf(kind, side, count),
    }));
}

function lookOf(
  kind: MarkKind,
  side: ChartMark["side"],
  theme: Pick<ChartTheme, "up" | "down" | "creator" | "wall">,
) {
  if (kind === "creator") return { shape: "circle", color: theme.creator } as const;
  // The wall moves often: its marks are small and have no text.
  if (kind === "wall") return { shape: "square", color: theme.wall, size: 0.5 } as const;
  return side === "buy"
    ? ({ shape: "arrowUp", color: theme.up } as const)
    : ({ shape: "arrowDown", color: theme.down } as const);
}

function textOf(kind: MarkKind, side: ChartMark["side"], count: number): { text?: string } {
  if (kind === "wall") return {};
  const letter = side === "buy" ? "B" : "S";
  const owner = kind === "creator" ? "Creator " : "";
  return { text: `${owner}${letter}${count > 1 ? ` ×${count}` : ""}` };
}
