import type { ReactNode, Ref } from "react";
import { cn } from "@/components/ui/cn";
import { Later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";

export type ColumnParts = Record<"main" | "stats" | "trade" | "own" | "side" | "below", ReactNode>;

/** Placeholders of the sections. */
export const EMPTY: ColumnParts = {
  main: <Skeleton className="h-[24rem] w-full rounded-card sm:h-[31rem]" />,
  stats: <Skeleton className="h-32 w-full rounded-card" />,
  trade: <Skeleton className="h-[30rem] w-full rounded-card" />,
  // Most readers have no position.
  own: null,
  side: <Skeleton className="h-[26rem] w-full rounded-card" />,
  below: <Skeleton className="h-64 w-full rounded-card" />,
};

/** After this time the page is idle, so sections that are not in view yet can load. */
const QUIET_MS = 6_000;

/**
 * Renders the sections in order of importance for a trader. On a phone the trade panel is below the
 * first screen and the last three far below it, so they load when a reader scrolls, or when the page is
 * quiet.
 * @param wantsTrade the reader has requested the trade panel
 */
export function inTurn(
  { main, trade, own, stats, below, side }: ColumnParts,
  wantsTrade: boolean,
): ColumnParts {
  const quiet = { atLatestMs: QUIET_MS };
  const near = { ...quiet, when: "near" } as const;
  return {
    main: (
      <Later order={1} place={EMPTY.main}>
        {main}
      </Later>
    ),
    trade: (
      <Later order={2} place={EMPTY.trade} when="seen" isWanted={wantsTrade} {...quiet}>
        {trade}
      </Later>
    ),
    own: (
      <Later order={5} place={EMPTY.own}>
        {own}
      </Later>
    ),
    stats: (
      <Later order={3} place={EMPTY.stats} {...near}>
        {stats}
      </Later>
    ),
    below: (
      <Later order={4} place={EMPTY.below} {...near}>
        {below}
      </Later>
    ),
    side: (
      <Later order={5} place={EMPTY.side} {...near}>
        {side}
      </Later>
    ),
  };
}

/**
 * Desktop: chart and lists on the left, trade panel, position and facts on the right. Phone: chart,
 * trade panel, position, statistics, trades and holders, then the rest.
 * @param isTradeFirst On a phone: in front of the chart, which is empty until trading opens
 */
export function Columns({
  panel,
  isTradeFirst = false,
  main,
  stats,
  trade,
  own,
  side,
  below,
}: ColumnParts & { panel?: Ref<HTMLDivElement>; isTradeFirst?: boolean }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
      <div className="contents gap-5 lg:grid">
        {main}
        <div className="order-2 lg:order-none">{stats}</div>
      </div>
      <div className="contents gap-5 lg:row-span-2 lg:grid">
        <div
          ref={panel}
          className={cn(isTradeFirst ? "order-first" : "order-1", "scroll-mt-32 lg:order-none")}
        >
          {trade}
        </div>
        {/* Outside of the panel, whose view hides the trade bar. */}
        <div className="order-1 grid gap-5 empty:hidden lg:order-none">{own}</div>
        <div className="order-4 grid gap-5 lg:order-none">{side}</div>
      </div>
      <div className="order-3 min-w-0 lg:order-none">{below}</div>
    </div>
  );
}
