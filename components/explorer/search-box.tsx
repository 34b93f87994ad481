"use client";

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { Money } from "@/components/tokens/amounts/money";
import { useEthRate } from "@/components/tokens/amounts/use-eth-rate";
import { TokenImage } from "@/components/tokens/token-image";
import { cn } from "@/components/ui/cn";
import {
  type Search as Meaning,
  QUERY_LENGTH_MAX,
  readSearch,
} from "@/lib/features/market/rules/search-terms";
import { CHAIN_SLUGS, CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { searchQuery } from "@/lib/web/queries";
import { shortenAddress } from "@/lib/web/shorten-address";
import { type Hit, rankHits } from "./rank-hits";

const SHOWN_MAX = 8;

/** A list entry: a found token, or an address on a chain without a token list. */
type Option = { key: string; href: string; hit: Hit | null; chain: ChainSlug };

/** Searches tokens by name, symbol, address or link while typing. `/` focuses the field. */
export function SearchBox({
  chains,
  className,
}: {
  chains: readonly ChainSlug[];
  className?: string;
}) {
  const listId = useId();
  const search = useSearch(chains);
  const { input, text, options, active, isShown, onKeyDown } = search;
  return (
    <div data-slot="search-box" className={cn("relative", className)}>
      <Search
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-faint"
      />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label="Search tokens"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && options[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Search name, symbol, address"
        value={text}
        onChange={(event) => search.type(event.target.value)}
        onFocus={() => search.setOpen(true)}
        onBlur={() => search.setOpen(false)}
        onKeyDown={onKeyDown}
        className="h-9 w-full text-ellipsis rounded-control border border-line bg-surface pr-2 pl-9 text-base lg:pr-8 placeholder:text-faint hover:border-line-strong sm:text-sm [&::-webkit-search-cancel-button]:hidden"
      />
      <span
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2 hidden rounded border border-line px-1.5 font-mono text-faint text-micro lg:block"
      >
        /
      </span>
      <Results id={listId} search={search} />
    </div>
  );
}

/** The text, what it finds and which of it is chosen; the keyboard works on all three. */
function useSearch(chains: readonly ChainSlug[]) {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [isEntered, setEntered] = useState(false);
  const asked = useDeferredValue(text.trim());
  const { options, isSimilar, status, meaning } = useOptions(chains, asked);
  const isCurrent = asked === text.trim() && status !== "waiting" && status !== "offline";
  useSlashKey(input);

  const open = (option: Option | undefined) => {
    setEntered(false);
    if (option === undefined) return;
    setOpen(false);
    setText("");
    input.current?.blur();
    router.push(option.href);
  };
  // Enter before the response selects from the response, not from older results.
  useOnce(isEntered && isCurrent, () => open(options[active]));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((active + step + options.length) % options.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (text.trim() !== "") setEntered(true);
    } else if (event.key === "Escape") {
      setOpen(false);
      if (!isOpen) input.current?.blur();
    }
  };
  const isShown = isOpen && text.trim() !== "";
  const type = (next: string) => {
    setText(next);
    setActive(0);
    setEntered(false);
    setOpen(true);
  };
  const found = { options, isSimilar, status, meaning };
  return { ...found, input, text, active, isShown, open, setOpen, setActive, onKeyDown, type };
}

/** Runs `action` each time that it becomes due. */
function useOnce(isDue: boolean, action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    if (isDue) latest.current();
  }, [isDue]);
}

type FoundProps = { id: string; search: ReturnType<typeof useSearch> };

/** The list stays in the document while it is hidden: the field names it. */
function Results({ id, search }: FoundProps) {
  const { options, isShown, isSimilar } = search;
  return (
    <div
      className={cn(
        "absolute inset-x-0 top-full z-50 mt-2 min-w-72 overflow-hidden rounded-card border border-line bg-surface shadow-pop",
        !isShown && "hidden",
      )}
    >
      {isSimilar && (
        <p role="status" className="px-4 pt-3 pb-1 text-muted text-sm">
          No exact match. Similar names:
        </p>
      )}
      <OptionList id={id} search={search} />
      {!options.some(({ hit }) => hit !== null) && (
        <p role="status" className="px-4 py-3 text-muted text-sm">
          {STATUS_LABELS[search.status]}
        </p>
      )}
    </div>
  );
}

function OptionList({ id, search }: FoundProps) {
  const { options, active, meaning } = search;
  return (
    <div id={id} role="listbox" aria-label="Search results">
      {options.map((option, index) => (
        <div
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Keep focus in the field; blur would close the list before the click ends.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => search.open(option)}
          onKeyDown={search.onKeyDown}
          onPointerMove={() => search.setActive(index)}
          className={cn(
            "flex cursor-pointer items-center gap-3 px-3 py-2",
            index === active && "bg-raised",
          )}
        >
          {option.hit === null ? (
            <span className="py-1 text-sm">
              Open {meaning?.kind === "address" && shortenAddress(meaning.address)} on{" "}
              {CHAINS[option.chain].name}
            </span>
          ) : (
            <HitRow hit={option.hit} />
          )}
        </div>
      ))}
    </div>
  );
}

const STATUS_LABELS = {
  failing: "Search is unavailable. Try again in a moment.",
  offline: "You’re offline. Search resumes when you reconnect.",
  waiting: "Searching…",
  ready: "No token found. Check the spelling or paste the token’s address.",
} as const;

function HitRow({ hit }: { hit: Hit }) {
  return (
    <>
      <TokenImage
        isBlurred={hit.moderation?.state === "blurred"}
        address={hit.tokenAddress}
        image={hit.image}
        className="size-8 rounded-md"
      />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate text-left font-medium text-sm">{hit.name}</bdi>
        <span className="block truncate text-faint text-xs">
          <bdi className="font-mono">{hit.symbol}</bdi> · {CHAINS[hit.chain].name}
        </span>
      </span>
      <Worth hit={hit} />
    </>
  );
}

function Worth({ hit }: { hit: Hit }) {
  return <Money eth={hit.marketCapETH} rate={useEthRate(hit.chain)} className="text-sm" />;
}

/** Search results of all chains; for an address, also the chains without a token list. */
function useOptions(chains: readonly ChainSlug[], text: string) {
  const meaning = text.length > QUERY_LENGTH_MAX ? null : readSearch(text);
  const results = useQueries({
    queries: chains.map((chain) => ({
      ...searchQuery(chain, text),
      enabled: meaning !== null,
      placeholderData: keepPreviousData,
    })),
  });
  const found = chains.flatMap((chain, index) =>
    (results[index]?.data?.data ?? []).map((token) => ({ ...token, chain })),
  );
  const isFailing = results.length > 0 && results.every(({ isError }) => isError);
  const isOffline = results.some(({ isPaused }) => isPaused);
  const isWaiting = results.some(({ isPending, isPlaceholderData, isFetching }) =>
    isFetching ? isPending || isPlaceholderData : false,
  );
  const { hits, isSimilar } =
    meaning === null ? { hits: [], isSimilar: false } : rankHits(found, meaning);
  const options = hits.slice(0, SHOWN_MAX).map((hit): Option => {
    const href = `/${hit.chain}/${hit.tokenAddress}`;
    return { key: href, href, hit, chain: hit.chain };
  });
  return {
    meaning,
    isSimilar: isSimilar && !isWaiting,
    status: isFailing ? "failing" : isOffline ? "offline" : isWaiting ? "waiting" : "ready",
    options: options.length > 0 ? options : elsewhere(chains, meaning),
  } as const;
}

function elsewhere(chains: readonly ChainSlug[], meaning: Meaning | null): Option[] {
  if (meaning?.kind !== "address") return [];
  return CHAIN_SLUGS.filter((slug) => !chains.includes(slug)).map((chain) => {
    const href = `/${chain}/${meaning.address}`;
    return { key: href, href, hit: null, chain };
  });
}

function useSlashKey(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        (event.target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName));
      if (event.key !== "/" || isTyping || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input]);
}
