"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode } from "react";
import { Age } from "@/components/tokens/age";
import { Change } from "@/components/tokens/amounts/change";
import { Money } from "@/components/tokens/amounts/money";
import { TokenImage } from "@/components/tokens/token-image";
import { TokenLink } from "@/components/tokens/token-link";
import { WatchButton } from "@/components/tokens/watch-button";
import { PlainButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { CHAINS } from "@/lib/shared/chains";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";
import { formatCount, formatExact } from "@/lib/web/format/format-decimal";
import type { TokenSort } from "@/lib/web/queries";
import { QuickBuy } from "./quick-buy";
import type { RankedToken } from "./use-token-pages";

/** Height of a row of the table with all columns. */
export const TERMINAL_ROW_PX = 44;

const GRID =
  "grid items-center gap-x-2 px-3 text-[0.8125rem] grid-cols-[1.75rem_1.75rem_minmax(7rem,1fr)_5.75rem_5rem_2.5rem_3.75rem_3.75rem_3.75rem_4.25rem_5rem_3rem_3.25rem_5rem_3.5rem_2.75rem] xl:gap-x-3 xl:px-4";
/** Below 1280 px there is no room for these. */
const EXTRA = "max-xl:hidden";
const NARROW =
  "max-xl:grid-cols-[1.75rem_1.75rem_minmax(7rem,1fr)_5.75rem_5rem_2.5rem_3.75rem_3.75rem_4.25rem_5rem_3rem_3.25rem_3.5rem_2.75rem]";

type Column = {
  title: string;
  /** For screen readers, in front of each value. */
  label: string;
  /** Name of the heading's button; it contains the title. */
  heading?: string;
  /** Null where the list cannot be ordered by it. */
  sort: TokenSort | null;
  isExtra?: boolean;
  value: (token: RankedToken) => ReactNode;
};

const rateOf = (token: RankedToken) => ({ eth: token.marketCapETH, usd: token.marketCapUSD });

/**
 * Whether the figures that the service derives once a minute include the token's trades. Until they
 * do, a new token has a volume but no trades and no liquidity.
 */
function isDerived({ figures: { trades24h, liquidityETH }, volume24h }: RankedToken): boolean {
  return trades24h > 0 || Number(liquidityETH) > 0 || Number(volume24h) === 0;
}

const derived = (value: (token: RankedToken) => ReactNode) => (token: RankedToken) =>
  isDerived(token) ? value(token) : <NotYet />;

const derivedChange = (
  title: string,
  label: string,
  sort: "priceChange5m" | "priceChange1h" | "priceChange6h",
) => ({
  title,
  label,
  sort,
  heading: `${title} change`,
  value: derived(({ figures }) => <Change percent={figures[sort]} window={title} />),
});

function NotYet() {
  return (
    <span title="This figure is updated every minute" className="text-faint">
      –
    </span>
  );
}

const COLUMNS: readonly Column[] = [
  {
    title: "Price",
    label: "Price",
    sort: null,
    value: (token) => <Money eth={token.figures.priceETH} rate={rateOf(token)} />,
  },
  {
    title: "Market cap",
    label: "Market cap",
    sort: "marketCap",
    value: (token) => (
      <Money eth={token.marketCapETH} rate={rateOf(token)} className="font-semibold text-ink" />
    ),
  },
  {
    title: "Age",
    label: "Age",
    sort: "newest",
    value: (token) => <Age createdAt={token.createdAt} />,
  },
  derivedChange("5m", "Change in 5 minutes", "priceChange5m"),
  derivedChange("1h", "Change in 1 hour", "priceChange1h"),
  { ...derivedChange("6h", "Change in 6 hours", "priceChange6h"), isExtra: true },
  {
    title: "24h",
    label: "Change in 24 hours",
    heading: "24h change",
    sort: "priceChange24h",
    value: (token) => <Change percent={token.priceChange24h} window="24h" />,
  },
  {
    title: "Volume",
    label: "Volume in 24 hours",
    sort: "volume24h",
    value: (token) => <Money eth={token.volume24h} rate={rateOf(token)} />,
  },
  {
    title: "Trades",
    label: "Trades in 24 hours",
    sort: "trades24h",
    value: derived(({ figures }) => <Count value={figures.trades24h} />),
  },
  {
    title: "Holders",
    label: "Holders",
    sort: "holders",
    // 0 only before the response: the pool is a holder.
    value: ({ figures: { holders } }) => (holders === 0 ? <NotYet /> : <Count value={holders} />),
  },
  {
    title: "Liquidity",
    label: "Liquidity",
    sort: "liquidity",
    isExtra: true,
    value: derived((token) => <Money eth={token.figures.liquidityETH} rate={rateOf(token)} />),
  },
  {
    title: "Creator",
    label: "Held by the creator",
    sort: "creatorShare",
    value: derived(({ figures }) => (
      <span className="nums">{formatExact(figures.creatorShare)}%</span>
    )),
  },
];

/** The name of the heading that sorts the list by `sort`. */
export function headingOf(sort: TokenSort): string {
  const column = COLUMNS.find((one) => one.sort === sort);
  return column?.heading ?? column?.label ?? sort;
}

function Count({ value }: { value: number }) {
  return (
    <span className="nums" title={formatExact(value)}>
      {formatCount(value)}
    </span>
  );
}

/** Column headings, which order the list. */
export function TerminalHead({
  sort,
  isAscending,
  isSortable,
  onSort,
}: {
  sort: TokenSort;
  isAscending: boolean;
  /** Whether the list can have this order with its filters. */
  isSortable: (sort: TokenSort) => boolean;
  onSort: (sort: TokenSort) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the buttons are no fields of a form
    <div
      role="group"
      aria-label="Sort by"
      className={cn(GRID, NARROW, "h-10 border-b font-mono text-faint text-micro uppercase")}
    >
      <span aria-hidden="true">#</span>
      <span />
      <span aria-hidden="true">Token</span>
      {COLUMNS.map((column) => (
        <HeadCell
          key={column.title}
          column={column}
          direction={column.sort === sort ? (isAscending ? "ascending" : "descending") : null}
          isDisabled={column.sort === null || !isSortable(column.sort)}
          onSort={onSort}
        />
      ))}
    </div>
  );
}

function HeadCell({
  column: { title, label, heading = label, sort, isExtra },
  direction,
  isDisabled,
  onSort,
}: {
  column: Column;
  direction: "ascending" | "descending" | null;
  isDisabled: boolean;
  onSort: (sort: TokenSort) => void;
}) {
  const place = cn("ml-auto", isExtra === true && EXTRA);
  if (sort === null) {
    return (
      <span aria-hidden="true" className={place}>
        {title}
      </span>
    );
  }
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <PlainButton
      disabled={isDisabled}
      aria-pressed={direction !== null}
      aria-label={direction === null ? heading : `${heading}, ${direction}`}
      onClick={() => onSort(sort)}
      className={cn(
        "flex h-8 items-center gap-0.5 whitespace-nowrap uppercase hover:text-ink aria-disabled:opacity-50",
        direction !== null && "text-ink",
        place,
      )}
    >
      {direction !== null && <Arrow aria-hidden="true" className="size-3" />}
      {title}
    </PlainButton>
  );
}

/** A token as a row of the table with all columns. Names are untrusted: one line, never markup. */
export const TerminalRow = memo(function TerminalRow({
  token,
  rank,
  showChain,
}: {
  token: RankedToken;
  rank: number;
  showChain: boolean;
}) {
  return (
    <article
      data-slot="explorer-row"
      className={cn(
        GRID,
        NARROW,
        "relative h-full text-right text-muted focus-within:bg-raised/60 hover:bg-raised/60",
      )}
    >
      <span className="nums text-left text-faint text-xs">
        <span className="sr-only">Rank </span>
        {rank}
      </span>
      <WatchButton token={token} className="size-7" />
      <div className="flex min-w-0 items-center gap-2.5 text-left">
        <TokenImage
          address={token.tokenAddress}
          image={token.image}
          isBlurred={token.moderation?.state === "blurred"}
          className="size-7 rounded-md"
        />
        <h3 className="min-w-0 grow font-semibold text-ink leading-4">
          <TokenLink token={token} />
          <span className="block truncate font-normal text-faint text-micro">
            <bdi className="font-mono">{shownSymbol(token.symbol)}</bdi>
            {showChain && <span> · {CHAINS[token.chain].name}</span>}
          </span>
        </h3>
      </div>
      {COLUMNS.map(({ title, label, isExtra, value }) => (
        <p key={title} className={cn("min-w-0 overflow-hidden", isExtra === true && EXTRA)}>
          <span className="sr-only">{label} </span>
          {value(token)}
        </p>
      ))}
      <QuickBuy token={token} className="ml-auto" />
    </article>
  );
});

export function TerminalRowSkeleton() {
  return (
    <div
      className={cn(GRID, NARROW, "border-b")}
      style={{ height: TERMINAL_ROW_PX }}
      aria-hidden="true"
    >
      <Skeleton className="h-3 w-3" />
      <span />
      <Skeleton className="h-4 w-2/3" />
      {COLUMNS.map(({ title, isExtra }) => (
        <Skeleton key={title} className={cn("ml-auto h-3 w-8", isExtra === true && EXTRA)} />
      ))}
    </div>
  );
}
