"use client";

import { ArrowUp } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useMarketStream } from "@/components/live/use-market-stream";
import { useHeldTokens } from "@/components/tokens/newest/use-held-tokens";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { useWindowRows } from "@/components/ui/hooks/use-window-rows";
import type { ChainSlug } from "@/lib/shared/chains";
import { explorerView, recentTokens } from "@/lib/web/kept-tokens";
import type { TokenSort } from "@/lib/web/queries";
import { ExplorerCard } from "./explorer-card";
import { ExplorerHeader } from "./explorer-header";
import { ExplorerProblem } from "./explorer-problem";
import { ExplorerRow, ExplorerRowHead, ExplorerRowSkeleton } from "./explorer-row";
import {
  EXPLORER_TABS,
  type ExplorerState,
  type ExplorerViewName,
  isFiltered,
  isSortable,
  orderOf,
  readExplorerState,
  writeExplorerState,
} from "./explorer-state";
import { ActiveFilters } from "./filters/active-filters";
import { TERMINAL_ROW_PX, TerminalHead, TerminalRow, TerminalRowSkeleton } from "./terminal-row";
import { useKeptPages } from "./use-kept-pages";
import { useRowKeys } from "./use-row-keys";
import { type RankedToken, type TokenPages, useTokenPages } from "./use-token-pages";
import { useWide } from "./use-wide";
import { useWatched } from "./watch-button";

const SKELETONS = Array.from({ length: 8 }, (_, place) => place);
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

const KeyboardHelp = dynamic(
  () => import("./keyboard-help").then((module) => module.KeyboardHelp),
  { ssr: false },
);
const none = () => null;

/** All tokens in the chosen order, as rows or cards, with infinite scroll. */
export function ExplorerList({ chains }: { chains: readonly ChainSlug[] }) {
  const [state, setState] = useExplorerState();
  const pages = useList(chains, state);
  const held = useHeldTokens(pages.tokens);
  const tokens = held.visible;
  const area = useRef<HTMLDivElement>(null);
  const [isHelping, setHelping] = useState(false);
  const [view, setView] = useExplorerView(state);
  useHoldWhileScrolled(area, held);
  useMarketStream(chains);
  useRowKeys(
    area,
    useCallback(() => setHelping(true), []),
  );
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
      <ExplorerHeader
        state={state}
        onChange={change}
        view={view}
        onView={(chosen) => {
          setView(chosen);
          change({ view: chosen });
        }}
        onHelp={() => setHelping(true)}
        hasDollars={hasDollars(pages)}
      />
      <ActiveFilters state={state} onChange={change} />
      <p className="sr-only" role="status">
        {pages.status === "ready" ? `${describeOrder(state)}, ${tokens.length} tokens loaded` : ""}
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
          view={view}
          state={state}
          showChain={chains.length > 1}
          onChange={change}
        />
      </div>
      {pages.isLoadingMore && (
        <p role="status" className="text-center text-faint text-sm">
          Loading more…
        </p>
      )}
      {isHelping && <KeyboardHelp onClose={() => setHelping(false)} />}
    </section>
  );
}

/** The tokens of the chosen list. */
function useList(chains: readonly ChainSlug[], state: ExplorerState): TokenPages {
  const watched = useWatched();
  const recent = useSyncExternalStore(recentTokens.subscribe, recentTokens.read, none);
  const keys = { all: null, watched, recent }[state.list];
  const kept = useKeptPages(chains, keys, state);
  const all = useTokenPages(chains, state);
  return state.list === "all" ? all : kept;
}

/** Table or cards: as the URL says, otherwise as this browser chose last. */
function useExplorerView(
  state: ExplorerState,
): [ExplorerViewName, (view: ExplorerViewName) => void] {
  const kept = useSyncExternalStore(explorerView.subscribe, explorerView.read, none);
  return [state.view ?? kept ?? "table", explorerView.write];
}

function describeOrder(state: ExplorerState): string {
  const { sort, isAscending } = orderOf(state);
  const tab = EXPLORER_TABS.find((one) => one.sort === sort);
  if (tab !== undefined && !isAscending) return tab.text;
  return `Sorted by ${sort}, ${isAscending ? "ascending" : "descending"}`;
}

function Tokens({
  pages,
  tokens,
  view,
  state,
  showChain,
  onChange,
}: {
  pages: TokenPages;
  tokens: readonly RankedToken[];
  view: ExplorerViewName;
  state: ExplorerState;
  showChain: boolean;
  onChange: (part: Partial<ExplorerState>) => void;
}) {
  const isWide = useWide();
  const head = <Head state={state} isWide={isWide} onChange={onChange} />;
  if (pages.status === "ready" && tokens.length > 0) {
    if (view === "cards") return <Cards tokens={tokens} pages={pages} showChain={showChain} />;
    return (
      <Card className="overflow-hidden">
        {head}
        <Rows tokens={tokens} pages={pages} showChain={showChain} isWide={isWide} />
      </Card>
    );
  }
  if (pages.status === "ready" && state.list !== "all") return <NothingKept list={state.list} />;
  if (pages.status !== "loading") {
    const clear = () => onChange({ owner: "", manager: "", ranges: {} });
    return <ExplorerProblem pages={pages} {...(isFiltered(state) && { onClear: clear })} />;
  }
  return (
    <Card className="overflow-hidden">
      {head}
      {SKELETONS.map((place) =>
        isWide ? <TerminalRowSkeleton key={place} /> : <ExplorerRowSkeleton key={place} />,
      )}
    </Card>
  );
}

function Head({
  state,
  isWide,
  onChange,
}: {
  state: ExplorerState;
  isWide: boolean;
  onChange: (part: Partial<ExplorerState>) => void;
}) {
  if (!isWide) return <ExplorerRowHead />;
  const order = orderOf(state);
  const choose = (sort: TokenSort) => {
    const isAscending = sort === order.sort && !order.isAscending;
    const tab = EXPLORER_TABS.find((one) => one.sort === sort);
    onChange(tab === undefined ? { sort, isAscending } : { tab: tab.id, sort: null, isAscending });
  };
  return <TerminalHead {...order} isSortable={(sort) => isSortable(sort, state)} onSort={choose} />;
}

function NothingKept({ list }: { list: "watched" | "recent" }) {
  return (
    <Card>
      {list === "watched" ? (
        <EmptyState title="Your watchlist is empty">
          Select the star of a token to add it. The list is stored in this browser. When you are
          signed in, it also appears on your other devices.
        </EmptyState>
      ) : (
        <EmptyState title="No recently viewed tokens">
          Tokens that you open appear here. The list stays in this browser.
        </EmptyState>
      )}
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

function Rows({ tokens, pages, showChain, isWide }: ListProps & { isWide: boolean }) {
  const list = useRef<HTMLOListElement>(null);
  const count = tokens.length;
  const rowPx = isWide ? TERMINAL_ROW_PX : ROW_PX;
  const { rows, heightPx } = useWindowRows({ list, count, rowPx, overscan: 8 });
  useLoadAhead(rows.at(-1)?.index ?? 0, count, pages);
  const Row = isWide ? TerminalRow : ExplorerRow;
  return (
    <ol ref={list} className="relative" style={{ height: heightPx }}>
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
            <Row token={token} rank={index + 1} showChain={showChain} />
          </li>
        );
      })}
    </ol>
  );
}

function Cards({ tokens, pages, showChain }: ListProps) {
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
    <ul ref={list} className="relative" style={{ height: heightPx }}>
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

/** Columns of cards that fit; null until they are measured: then the browser places them. */
function useColumns(list: React.RefObject<HTMLElement | null>): number | null {
  const [columns, setColumns] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (list.current === null) return;
    const measure = (width: number) => {
      const fit = Math.floor((width + CARD_GAP_PX) / (CARD_WIDTH_MIN_PX + CARD_GAP_PX));
      setColumns(Math.max(1, Math.min(COLUMNS_MAX, fit)));
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
