"use client";

import { ArrowUp } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useMarketStream } from "@/components/live/use-market-stream";
import { useHeldTokens } from "@/components/tokens/newest/use-held-tokens";
import { useWatched } from "@/components/tokens/watch-button";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { MoreButton } from "@/components/ui/lists/more-button";
import { inPart } from "@/components/ui/part-boundary";
import type { ChainSlug } from "@/lib/shared/chains";
import type { TokenSort } from "@/lib/web/queries";
import { explorerView, recentTokens } from "@/lib/web/token/stored-tokens";
import { EmptyStoredList } from "./empty-stored-list";
import { ExplorerHeader } from "./explorer-header";
import { Cards, Rows } from "./explorer-items";
import { ExplorerProblem } from "./explorer-problem";
import { ExplorerRowHead, ExplorerRowSkeleton } from "./explorer-row";
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
import { headingOf, TerminalHead, TerminalRowSkeleton } from "./terminal-row";
import { useRowKeys } from "./use-row-keys";
import { useStoredPages } from "./use-stored-pages";
import { type RankedToken, type TokenPages, useTokenPages } from "./use-token-pages";
import { useWide } from "./use-wide";

const SKELETONS = Array.from({ length: 8 }, (_, place) => place);

const KeyboardHelp = inPart(
  dynamic(() => import("./keyboard-help").then((module) => module.KeyboardHelp), { ssr: false }),
);
const none = () => null;

/** All tokens in the chosen order, as rows or cards, with infinite scroll. */
export function ExplorerList({ chains }: { chains: readonly ChainSlug[] }) {
  const [state, setState] = useExplorerState();
  const { pages, keys } = useList(chains, state);
  const held = useHeldTokens(pages.tokens, {
    loaded: pages.keys,
    order: chains.join() + writeExplorerState({ ...state, view: null }),
    isCurrent: pages.status === "ready" && !pages.isPrevious,
  });
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
  const change = (part: Partial<ExplorerState>) => setState({ ...state, ...part });
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
        {describeList(state, pages, tokens.length)}
      </p>
      <div ref={area} className="relative scroll-mt-20" {...held.pointer} {...held.focus}>
        <WaitingPill count={held.waiting} onShow={showWaiting} />
        <Tokens
          pages={pages}
          tokens={tokens}
          view={view}
          state={state}
          chains={chains}
          keys={keys}
          onChange={change}
        />
      </div>
      <ListEnd pages={pages} />
      {isHelping && <KeyboardHelp onClose={() => setHelping(false)} />}
    </section>
  );
}

/** The end of the loaded tokens: whether the next page loads or could not be loaded. */
function ListEnd({ pages }: { pages: TokenPages }) {
  const { moreError, isLoadingMore, loadMore } = pages;
  const end = useRef<HTMLDivElement>(null);
  const onPress = () => {
    // Keep the focus here: the button is removed once the page has loaded.
    end.current?.focus();
    loadMore();
  };
  return (
    <div ref={end} tabIndex={-1} className="outline-none">
      {moreError !== null ? (
        <MoreButton
          label="Load more"
          isLoading={isLoadingMore}
          error={moreError}
          onPress={onPress}
        />
      ) : (
        isLoadingMore && (
          <p role="status" className="text-center text-faint text-sm">
            Loading more…
          </p>
        )
      )}
    </div>
  );
}

/** The tokens of the chosen list, and those that it stores, which may be of other chains. */
function useList(
  chains: readonly ChainSlug[],
  state: ExplorerState,
): { pages: TokenPages; keys: readonly string[] } {
  const watched = useWatched();
  const recent = useSyncExternalStore(recentTokens.subscribe, recentTokens.read, none);
  const keys = { all: null, watched, recent }[state.list];
  const kept = useStoredPages(chains, keys, state);
  const all = useTokenPages(chains, state);
  return {
    pages: state.list === "all" ? all : kept,
    keys: keys ?? [],
  };
}

/** Table or cards: the view in the URL, otherwise the last choice of this browser. */
function useExplorerView(
  state: ExplorerState,
): [ExplorerViewName, (view: ExplorerViewName) => void] {
  const kept = useSyncExternalStore(explorerView.subscribe, explorerView.read, none);
  return [state.view ?? kept ?? "table", explorerView.write];
}

function describeList(state: ExplorerState, pages: TokenPages, count: number): string {
  if (pages.isPrevious) return pages.isReordering ? "Loading…" : "";
  return pages.status === "ready" ? `${describeOrder(state)}, ${count} tokens loaded` : "";
}

/** The order of the list, for screen readers. */
export function describeOrder(state: ExplorerState): string {
  const { sort, isAscending } = orderOf(state);
  const tab = EXPLORER_TABS.find((one) => one.sort === sort);
  if (tab !== undefined && !isAscending) return tab.text;
  return `Sorted by: ${headingOf(sort)}, ${isAscending ? "ascending" : "descending"}`;
}

function Tokens({
  pages,
  tokens,
  view,
  state,
  chains,
  keys,
  onChange,
}: {
  pages: TokenPages;
  tokens: readonly RankedToken[];
  view: ExplorerViewName;
  state: ExplorerState;
  chains: readonly ChainSlug[];
  keys: readonly string[];
  onChange: (part: Partial<ExplorerState>) => void;
}) {
  const isWide = useWide();
  const showChain = chains.length > 1;
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
  if (pages.status === "ready" && state.list !== "all") {
    return <EmptyStoredList state={state} chains={chains} keys={keys} />;
  }
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

/** Number of new tokens. Overlays the list, so that nothing shifts. */
function WaitingPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-28 z-30 flex h-0 justify-center lg:top-20"
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

/** State in the URL. Changes replace the history entry. */
function useExplorerState(): [ExplorerState, (state: ExplorerState) => void] {
  const pathname = usePathname();
  const state = readExplorerState(new URLSearchParams(useSearchParams().toString()));
  return [
    state,
    (next) => window.history.replaceState(null, "", pathname + writeExplorerState(next)),
  ];
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

/** Whether USD values are available; assumed until the list is loaded. */
function hasDollars({ tokens }: TokenPages): boolean {
  return tokens.length === 0 || tokens.some(({ marketCapUSD }) => marketCapUSD !== null);
}
