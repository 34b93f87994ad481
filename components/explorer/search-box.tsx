"use client";

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { Money } from "@/components/tokens/money";
import { TokenImage } from "@/components/tokens/token-image";
import { useEthRate } from "@/components/tokens/use-eth-rate";
import { cn } from "@/components/ui/cn";
import { searchQuery } from "@/lib/client/queries";
import { CHAINS, type ChainSlug } from "@/lib/domain/chains";
import type { StatListItem } from "@/lib/schemas/data";
import { isAddress } from "./explorer-state";

const SHOWN_MAX = 8;

type Hit = StatListItem & { chain: ChainSlug };

/** Finds tokens by name, symbol or address while one types. `/` puts the keyboard here. */
export function SearchBox({
  chains,
  className,
}: {
  chains: readonly ChainSlug[];
  className?: string;
}) {
  const router = useRouter();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const asked = useDeferredValue(text.trim());
  const { hits, isWaiting, isFailing } = useHits(chains, asked);
  useSlashKey(input);

  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    setOpen(false);
    setText("");
    input.current?.blur();
    router.push(`/${hit.chain}/${hit.tokenAddress}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((active + step + hits.length) % hits.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      open(hits[active]);
    } else if (event.key === "Escape") {
      setOpen(false);
      if (!isOpen) input.current?.blur();
    }
  };
  const isShown = isOpen && text.trim() !== "";
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
        aria-activedescendant={isShown && hits[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Search name, symbol, address"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        className="h-9 w-full text-ellipsis rounded-control border border-line bg-surface pr-2 pl-9 text-base lg:pr-8 placeholder:text-faint hover:border-line-strong sm:text-sm [&::-webkit-search-cancel-button]:hidden"
      />
      <span
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2 hidden rounded border border-line px-1.5 font-mono text-faint text-micro lg:block"
      >
        /
      </span>
      <div
        className={cn(
          "absolute inset-x-0 top-full z-50 mt-2 min-w-72 overflow-hidden rounded-card border border-line bg-surface shadow-pop",
          !isShown && "hidden",
        )}
      >
        <div id={listId} role="listbox" aria-label="Tokens found">
          {hits.map((hit, index) => (
            <div
              key={`${hit.chain}:${hit.tokenAddress}`}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The field keeps the keyboard; leaving it would close the list before the press ends.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => open(hit)}
              onKeyDown={onKeyDown}
              onPointerMove={() => setActive(index)}
              className={cn(
                "flex cursor-pointer items-center gap-3 px-3 py-2",
                index === active && "bg-raised",
              )}
            >
              <TokenImage
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
            </div>
          ))}
        </div>
        {hits.length === 0 && (
          <p role="status" className="px-4 py-3 text-muted text-sm">
            {isFailing
              ? "The search doesn’t answer just now."
              : isWaiting
                ? "Searching…"
                : "No token is called that."}
          </p>
        )}
      </div>
    </div>
  );
}

function Worth({ hit }: { hit: Hit }) {
  return <Money eth={hit.marketCapETH} rate={useEthRate(hit.chain)} className="text-sm" />;
}

/** The best hits of all chains, the largest market cap first. */
function useHits(chains: readonly ChainSlug[], text: string) {
  const results = useQueries({
    queries: chains.map((chain) => ({
      ...searchQuery(chain, text),
      enabled: text !== "",
      placeholderData: keepPreviousData,
    })),
  });
  const hits: Hit[] = chains.flatMap((chain, index) =>
    (results[index]?.data?.data ?? []).map((token) => ({ ...token, chain })),
  );
  const isExact = isAddress(text);
  return {
    hits: hits
      .filter((hit) => !isExact || hit.tokenAddress.toLowerCase() === text.toLowerCase())
      .sort((a, b) => Number(b.marketCapETH) - Number(a.marketCapETH))
      .slice(0, SHOWN_MAX),
    isWaiting: results.some(({ isPending, isFetching }) => isPending && isFetching),
    isFailing: results.length > 0 && results.every(({ isError }) => isError),
  };
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
