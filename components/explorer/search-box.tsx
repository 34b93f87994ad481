"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { isComposing } from "@/components/ui/is-composing";
import { PartBoundary, PartFailed } from "@/components/ui/part-boundary";
import type { ChainSlug } from "@/lib/shared/chains";
import type { SearchList } from "./search/search-results";

const SearchResults = dynamic(() => import("./search/search-results"), {
  ssr: false,
  loading: () => <p className="px-4 py-3 text-muted text-sm">Searching…</p>,
});

/**
 * Searches tokens by name, symbol, address or link while typing. `/` focuses the field; see
 * `focusSearchOnSlash`. The code of the results loads with the first focus.
 */
export function SearchBox({
  chains,
  className,
}: {
  chains: readonly ChainSlug[];
  className?: string;
}) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<SearchList>(null);
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  const [isEntered, setEntered] = useState(false);
  const isLoaded = useLoadable(isOpen);
  useEffect(() => {
    const { current: field } = input;
    if (field === null || field.value === "") return;
    // Typed before hydration.
    setText(field.value);
    setOpen(field === document.activeElement);
  }, []);
  const isShown = isOpen && text.trim() !== "";
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (text.trim() !== "") setEntered(true);
    } else if (event.key === "Escape") {
      setOpen(false);
      if (!isOpen) input.current?.blur();
    } else list.current?.onKeyDown(event);
  };
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
        aria-activedescendant={isShown ? activeId : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Search name, symbol, address"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setEntered(false);
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
        {isLoaded ? (
          <PartBoundary fallback={<PartFailed />}>
            <SearchResults
              ref={list}
              id={listId}
              chains={chains}
              text={text}
              isEntered={isEntered}
              onEntered={() => setEntered(false)}
              onActive={setActiveId}
              onOpen={() => setOpen(true)}
              onChosen={() => {
                setOpen(false);
                setText("");
                input.current?.blur();
              }}
            />
          </PartBoundary>
        ) : (
          <div id={listId} role="listbox" aria-label="Search results">
            {/* Shown only without a connection: code that fails to load is never loaded again. */}
            {isShown && (
              <p role="status" className="px-4 py-3 text-muted text-sm">
                You’re offline. Search resumes when you reconnect.
              </p>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** Whether the code of the results may load: the field was used, and there is a connection. */
function useLoadable(isWanted: boolean): boolean {
  const [isLoadable, setLoadable] = useState(false);
  useEffect(() => {
    if (!isWanted || isLoadable) return;
    const load = () => setLoadable(true);
    if (navigator.onLine) return load();
    addEventListener("online", load, { once: true });
    return () => removeEventListener("online", load);
  }, [isWanted, isLoadable]);
  return isLoadable;
}
