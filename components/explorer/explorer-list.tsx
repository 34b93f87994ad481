"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { ArrowUp } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useMarketStream } from "@/components/live/use-market-stream";
import { useHeldTokens } from "@/components/tokens/newest/use-held-tokens";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ChainSlug } from "@/lib/shared/chains";
import { ActiveFilters } from "./active-filters";
import { ExplorerCard } from "./explorer-card";
import { ExplorerHeader } from "./explorer-header";
import { ExplorerProblem } from "./explorer-problem";
import { ExplorerRow, ExplorerRowHead, ExplorerRowSkeleton } from "./explorer-row";
import {
  EXPLORER_TABS,
  type ExplorerState,
  readExplorerState,
  writeExplorerState,
} from "./explorer-state";
import { type RankedToken, type TokenPages, useTokenPages } from "./use-token-pages";

const SKELETONS = Array.from({ length: 8 }, (_, place) => place);
const ROW_PX = 64;
const CARD_PX = 300;
const CARD_GAP_PX = 16;
/** Two cards per row on the narrowest phone. */
const CARD_WIDTH_MIN_PX = 150;
/** Number of rows before the end at which the next page loads. */
const AHEAD = 12;

/** All tokens in the chosen order, as rows or cards, with infinite scroll. */
export function ExplorerList({ chains }: { chains: readonly ChainSlug[] }) {
  const [state, setState] = useExplorerState();
  const pages = useTokenPages(chains, state);
  const held = useHeldTokens(pages.tokens);
  const tab = EXPLORER_TABS.find(({ id }) => id === state.tab) ?? EXPLORER_TABS[0];
  const tokens = held.visible;
  const area = useRef<HTMLDivElement>(null);
  useHoldWhileScrolled(area, held);
  useMarketStream(chains);
  const showWaiting = () => {
    held.release();
    area.current?.scrollIntoView({ block: "start" });
  };
  const change = (part: Partial<ExplorerState>) => {
    held.follow();
    setState({ ...state, ...part });
  };
  return (
    <section aria-labelledby="explorer-title" className="flex flex-col gap-4">
      <ExplorerHeader state={state} onChange={change} hasDollars={hasDollars(pages)} />
      <ActiveFilters state={state} onChange={change} />
      <p className="sr-only" role="status">
        {pages.status === "ready" ? `${tab.text}, ${tokens.length} tokens loaded` : ""}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pointing at a list holds it still */}
      <div
        ref={area}
        className="relative scroll-mt-20"
        onPointerEnter={(event) => event.pointerType === "mouse" && held.hold("pointer")}
        onPointerLeave={() => held.follow("pointer")}
        onFocus={() => held.hold("focus")}
        onBlur={() => held.follow("focus")}
      >
        <WaitingPill count={held.waiting} onShow={showWaiting} />
        <Tokens
          pages={pages}
          tokens={tokens}
          view={state.view}
          showChain={chains.length > 1}
          onClear={isFiltered(state) ? () => change({ owner: "", manager: "" }) : null}
        />
      </div>
      {pages.isLoadingMore && (
        <p role="status" className="text-center text-faint text-sm">
          Loading more…
        </p>
      )}
    </section>
  );
}

function Tokens({
  pages,
  tokens,
  view,
  showChain,
  onClear,
}: {
  pages: TokenPages;
  tokens: readonly RankedToken[];
  view: ExplorerState["view"];
  showChain: boolean;
  /** Null where nothing is filtered. */
  onClear: (() => void) | null;
}) {
  if (pages.status === "ready" && tokens.length > 0) {
    const List = view === "table" ? Rows : Cards;
    return <List tokens={tokens} pages={pages} showChain={showChain} />;
  }
  if (pages.status !== "loading") {
    return <ExplorerProblem pages={pages} {...(onClear !== null && { onClear })} />;
  }
  return (
    <Card className="overflow-hidden">
      <ExplorerRowHead />
      {SKELETONS.map((place) => (
        <ExplorerRowSkeleton key={place} />
      ))}
    </Card>
  );
}

/** Number of new tokens. Overlays the list, so that nothing shifts. */
function WaitingPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-[4.5rem] z-30 flex h-0 justify-center sm:top-20"
    >
      {count > 0 && (
        <Button
          variant="primary"
          size="small"
          onClick={onShow}
          className="pointer-events-auto -mt-1 rounded-full shadow-pop"
        >
          <ArrowUp aria-hidden="true" className="size-3.5" />
          {count} new
        </Button>
      )}
    </div>
  );
}

type ListProps = { tokens: readonly RankedToken[]; pages: TokenPages; showChain: boolean };

function Rows({ tokens, pages, showChain }: ListProps) {
  const list = useRef<HTMLOListElement>(null);
  const virtual = useWindowVirtualizer({
    count: tokens.length,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollMargin: useOffsetTop(list),
  });
  const items = virtual.getVirtualItems();
  useLoadAhead(items.at(-1)?.index ?? 0, tokens.length, pages);
  return (
    <Card className="overflow-hidden">
      <ExplorerRowHead />
      <ol ref={list} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const token = tokens[index];
          if (token === undefined) return null;
          return (
            <li
              key={token.key}
              aria-posinset={index + 1}
              aria-setsize={pages.hasMore ? -1 : tokens.length}
              className="absolute inset-x-0 top-0 h-16 border-b"
              style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
            >
              <ExplorerRow token={token} rank={index + 1} showChain={showChain} />
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

function Cards({ tokens, pages, showChain }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  const columns = useColumns(list);
  const virtual = useWindowVirtualizer({
    count: Math.ceil(tokens.length / columns),
    estimateSize: () => CARD_PX + CARD_GAP_PX,
    overscan: 3,
    scrollMargin: useOffsetTop(list),
  });
  const rows = virtual.getVirtualItems();
  useLoadAhead(((rows.at(-1)?.index ?? 0) + 1) * columns, tokens.length, pages);
  return (
    <ul ref={list} className="relative" style={{ height: virtual.getTotalSize() }}>
      {rows.flatMap(({ index: row, start }) =>
        tokens.slice(row * columns, (row + 1) * columns).map((token, column) => (
          <li
            key={token.key}
            className="absolute top-0"
            style={{
              width: `calc((100% - ${(columns - 1) * CARD_GAP_PX}px) / ${columns})`,
              height: CARD_PX,
              left: `calc((100% + ${CARD_GAP_PX}px) / ${columns} * ${column})`,
              transform: `translateY(${start - virtual.options.scrollMargin}px)`,
            }}
          >
            <ExplorerCard token={token} showChain={showChain} />
          </li>
        )),
      )}
    </ul>
  );
}

/** State in the URL. Changes replace the history entry. */
function useExplorerState(): [ExplorerState, (state: ExplorerState) => void] {
  const pathname = usePathname();
  const state = readExplorerState(new URLSearchParams(useSearchParams().toString()));
  return [
    state,
    (next) => window.history.replaceState(null, "", pathname + writeExplorerState(next)),
  ];
}

function useLoadAhead(lastShown: number, loaded: number, pages: TokenPages): void {
  const { hasMore, isLoadingMore, loadMore } = pages;
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastShown >= loaded - AHEAD) loadMore();
  }, [hasMore, isLoadingMore, lastShown, loaded, loadMore]);
}

/** Freezes the list while its start is scrolled out of view. */
function useHoldWhileScrolled(
  area: React.RefObject<HTMLElement | null>,
  held: Pick<ReturnType<typeof useHeldTokens>, "hold" | "follow">,
): void {
  const latest = useRef(held);
  latest.current = held;
  useEffect(() => {
    let isScrolled = false;
    const onScroll = () => {
      const top = area.current?.getBoundingClientRect().top ?? 0;
      if (top < 0 === isScrolled) return;
      isScrolled = top < 0;
      if (isScrolled) latest.current.hold("scroll");
      else latest.current.follow("scroll");
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, [area]);
}

/** Offset of the list from the top of the page, for the window virtualizer. */
function useOffsetTop(list: React.RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current === null) return;
      setOffset(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return offset;
}

function useColumns(list: React.RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(2);
  useLayoutEffect(() => {
    if (list.current === null) return;
    const measure = (width: number) => {
      const fit = Math.floor((width + CARD_GAP_PX) / (CARD_WIDTH_MIN_PX + CARD_GAP_PX));
      setColumns(Math.max(1, Math.min(6, fit)));
    };
    // Measure before the first frame; an observer reports only after it.
    measure(list.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => measure(entry?.contentRect.width ?? 0));
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list]);
  return columns;
}

/** Whether USD values are available; assumed until the list is loaded. */
function hasDollars({ tokens }: TokenPages): boolean {
  return tokens.length === 0 || tokens.some(({ marketCapUSD }) => marketCapUSD !== null);
}

function isFiltered({ manager, owner }: ExplorerState): boolean {
  return manager !== "" || owner !== "";
}
