"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { cn } from "@/components/ui/cn";
import { useWindowRows } from "@/components/ui/hooks/use-window-rows";
import { ExplorerCard } from "./explorer-card";
import { ExplorerRow } from "./explorer-row";
import { TERMINAL_ROW_PX, TerminalRow } from "./terminal-row";
import type { RankedToken, TokenPages } from "./use-token-pages";

const ROW_PX = 64;
const CARD_PX = 300;
const CARD_GAP_PX = 16;
/** Two cards per row on the narrowest phone. */
const CARD_WIDTH_MIN_PX = 150;
const COLUMNS_MAX = 6;
/** As many columns as `useColumns` measures, for cards that the server has rendered. */
const CARD_COLUMNS = `repeat(auto-fill, minmax(max(${CARD_WIDTH_MIN_PX}px, (100% - ${(COLUMNS_MAX - 1) * CARD_GAP_PX}px) / ${COLUMNS_MAX}), 1fr))`;
/** Cards of the server's page: the window of a large screen. */
const FIRST_CARDS = 24;
/** Number of rows before the end at which the next page loads. */
const AHEAD = 12;
/** Pages in a row that add no row before loading ahead stops. */
const PAGES_WITHOUT_ROWS_MAX = 3;

const DIMMED = "opacity-60";
/** Rows of the previous order cannot be used while the new one loads: they are about to move. */
const waiting = ({ isReordering }: TokenPages) => ({
  "aria-busy": isReordering,
  inert: isReordering,
});

type ListProps = { tokens: readonly RankedToken[]; pages: TokenPages; showChain: boolean };

/** The tokens near the window as rows. */
export function Rows({ tokens, pages, showChain, isWide }: ListProps & { isWide: boolean }) {
  const list = useRef<HTMLOListElement>(null);
  const count = tokens.length;
  const rowPx = isWide ? TERMINAL_ROW_PX : ROW_PX;
  const { rows, heightPx } = useWindowRows({ list, count, rowPx, overscan: 8 });
  useLoadAhead(rows.at(-1)?.index ?? 0, count, pages);
  return (
    <ol
      ref={list}
      {...waiting(pages)}
      className={cn("relative", pages.isReordering && DIMMED)}
      style={{ height: heightPx }}
    >
      {rows.map(({ index, top }) => {
        const token = tokens[index];
        if (token === undefined) return null;
        return (
          <li
            key={token.key}
            aria-posinset={index + 1}
            aria-setsize={pages.hasMore ? -1 : tokens.length}
            className="when-seen absolute inset-x-0 top-0 border-b"
            style={{ height: rowPx, transform: `translateY(${top}px)` }}
          >
            {isWide ? (
              <TerminalRow token={token} rank={index + 1} showChain={showChain} />
            ) : (
              <ExplorerRow token={token} rank={index + 1} showChain={showChain} isWide={false} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The tokens near the window as cards. */
export function Cards({ tokens, pages, showChain }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  const measured = useColumns(list);
  const columns = measured ?? COLUMNS_MAX;
  const { rows, heightPx } = useWindowRows({
    list,
    count: Math.ceil(tokens.length / columns),
    rowPx: CARD_PX + CARD_GAP_PX,
    overscan: 3,
  });
  useLoadAhead(((rows.at(-1)?.index ?? 0) + 1) * columns, tokens.length, pages);
  if (measured === null) {
    return (
      <ul
        ref={list}
        className="grid"
        style={{ gap: CARD_GAP_PX, gridTemplateColumns: CARD_COLUMNS }}
      >
        {tokens.slice(0, FIRST_CARDS).map((token) => (
          <li key={token.key} className="when-seen" style={{ height: CARD_PX }}>
            <ExplorerCard token={token} showChain={showChain} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul
      ref={list}
      {...waiting(pages)}
      className={cn("relative", pages.isReordering && DIMMED)}
      style={{ height: heightPx }}
    >
      {rows.flatMap(({ index: row, top }) =>
        tokens.slice(row * columns, (row + 1) * columns).map((token, column) => (
          <li
            key={token.key}
            className="when-seen absolute top-0"
            style={{
              width: `calc((100% - ${(columns - 1) * CARD_GAP_PX}px) / ${columns})`,
              height: CARD_PX,
              left: `calc((100% + ${CARD_GAP_PX}px) / ${columns} * ${column})`,
              transform: `translateY(${top}px)`,
            }}
          >
            <ExplorerCard token={token} showChain={showChain} />
          </li>
        )),
      )}
    </ul>
  );
}

/** Columns of cards that fit; null until they are measured: then the browser places them. */
function useColumns(list: RefObject<HTMLElement | null>): number | null {
  const [columns, setColumns] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (list.current === null) return;
    const measure = (width: number) => {
      const fit = Math.floor((width + CARD_GAP_PX) / (CARD_WIDTH_MIN_PX + CARD_GAP_PX));
      setColumns(Math.max(1, Math.min(COLUMNS_MAX, fit)));
    };
    // It reports first between the layout and the painting of this frame, as in `useWindowRows`.
    const observer = new ResizeObserver(([entry]) =>
      flushSync(() => measure(entry?.contentRect.width ?? 0)),
    );
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list]);
  return columns;
}

/**
 * Requests the next page near the end of the list. In a frozen list, the tokens of a new page may all rank
 * above the last row and add no row; after `PAGES_WITHOUT_ROWS_MAX` such pages in a row, loading stops until
 * rows are added.
 */
function useLoadAhead(lastShown: number, shown: number, pages: TokenPages): void {
  const { list, hasMore, isLoadingMore, moreError, loadMore } = pages;
  const loaded = pages.keys.size;
  const last = useRef({ list, loaded: 0, shown: 0, withoutRows: 0 });
  const isReady = hasMore && !isLoadingMore && moreError === null;
  useEffect(() => {
    if (!isReady || lastShown < shown - AHEAD) return;
    const before = last.current;
    const addedNone = before.list === list && loaded > before.loaded && shown <= before.shown;
    const withoutRows = addedNone ? before.withoutRows + 1 : 0;
    if (withoutRows > PAGES_WITHOUT_ROWS_MAX) return;
    last.current = { list, loaded, shown, withoutRows };
    loadMore();
  }, [isReady, lastShown, shown, loaded, list, loadMore]);
}
