"use client";

import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import {
  type KeyboardEvent,
  type Ref,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { leavePage } from "@/components/layout/leave-page";
import { useSiteFacts } from "@/components/layout/site-facts";
import { Money } from "@/components/tokens/amounts/money";
import { useEthRate } from "@/components/tokens/amounts/use-eth-rate";
import { TokenImage } from "@/components/tokens/token-image";
import { cn } from "@/components/ui/cn";
import {
  type Search as Meaning,
  QUERY_LENGTH_MAX,
  readSearch,
} from "@/lib/features/market/rules/search-terms";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { searchQuery } from "@/lib/web/queries";
import { type Hit, rankHits, searchFailure } from "../rank-hits";

const SHOWN_MAX = 8;

/** A list entry: a found token, or an address on a chain without a token list. */
type Option = { key: string; href: string; hit: Hit | null; chain: ChainSlug };
type Found = ReturnType<typeof useOptions>;

/** The list of results, which works on the arrow keys of the field. */
export type SearchList = { onKeyDown(event: KeyboardEvent): void };

type SearchResultsProps = {
  ref: Ref<SearchList>;
  id: string;
  chains: readonly ChainSlug[];
  text: string;
  /** Whether Enter was pressed: it selects once the response is there. */
  isEntered: boolean;
  onEntered: () => void;
  onActive: (id: string | undefined) => void;
  onOpen: () => void;
  onChosen: () => void;
};

/** The tokens that a text finds. The list stays in the document while it is hidden: the field names it. */
export default function SearchResults(props: SearchResultsProps) {
  const { ref, id, chains, text, isEntered, onEntered, onActive, onOpen, onChosen } = props;
  const router = useRouter();
  const [chosen, setChosen] = useState({ text, index: 0 });
  // Another text starts at its first result.
  const active = chosen.text === text ? chosen.index : 0;
  const setActive = (index: number) => setChosen({ text, index });
  const searched = useDeferredValue(text.trim());
  const { options, isSimilar, status, message, meaning } = useOptions(chains, searched);
  const isCurrent = searched === text.trim() && status !== "waiting" && status !== "offline";

  const open = (option: Option | undefined) => {
    onEntered();
    if (option === undefined) return;
    if (leavePage(() => router.push(option.href))) onChosen();
  };
  // Enter before the response selects from the response, not from older results.
  useOnce(isEntered && isCurrent, () => open(options[active]));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || options.length === 0) return;
    event.preventDefault();
    onOpen();
    setActive((active + step + options.length) % options.length);
  };
  useImperativeHandle(ref, () => ({ onKeyDown }));
  const activeId = options[active] ? optionId(id, active) : undefined;
  useEffect(() => onActive(activeId), [onActive, activeId]);
  return (
    <>
      {isSimilar && (
        <p role="status" className="px-4 pt-3 pb-1 text-muted text-sm">
          No exact match. Similar names:
        </p>
      )}
      <OptionList
        id={id}
        options={options}
        meaning={meaning}
        active={active}
        onActive={setActive}
        onChoose={open}
        onKeyDown={onKeyDown}
      />
      {message !== null && (
        <p role="status" className="px-4 py-3 text-muted text-sm">
          {message}
        </p>
      )}
    </>
  );
}

const optionId = (id: string, index: number) => `${id}-${index}`;

/** Runs `action` each time that it becomes due. */
function useOnce(isDue: boolean, action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    if (isDue) latest.current();
  }, [isDue]);
}

type OptionListProps = Pick<Found, "options" | "meaning"> & {
  id: string;
  active: number;
  onActive: (index: number) => void;
  onChoose: (option: Option) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function OptionList(props: OptionListProps) {
  const { id, options, meaning, active, onActive, onChoose, onKeyDown } = props;
  return (
    <div id={id} role="listbox" aria-label="Search results">
      {options.map((option, index) => (
        <div
          key={option.key}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Keep focus in the field; blur would close the list before the click ends.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          onKeyDown={onKeyDown}
          onPointerMove={() => onActive(index)}
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
          <bdi className="font-mono">{shownSymbol(hit.symbol)}</bdi> · {CHAINS[hit.chain].name}
        </span>
      </span>
      <Worth hit={hit} />
    </>
  );
}

function Worth({ hit }: { hit: Hit }) {
  return <Money eth={hit.marketCapETH} rate={useEthRate(hit.chain)} className="text-sm" />;
}

/**
 * Search results of all chains; for an address, also the chains without a token list. Until there is a
 * response, the options are the results of what was typed before.
 */
export function useOptions(chains: readonly ChainSlug[], text: string) {
  const served = useSiteFacts().chains;
  const meaning = text.length > QUERY_LENGTH_MAX ? null : readSearch(text);
  const client = useQueryClient();
  const results = useQueries({
    queries: chains.map((chain) => ({
      ...searchQuery(chain, text),
      enabled: meaning !== null,
      // Each text has an observer of its own here, so that `keepPreviousData` keeps nothing.
      placeholderData: () => earlierResults(client, chain, text),
    })),
  });
  const found = chains.flatMap((chain, index) =>
    (results[index]?.data?.data ?? []).map((token) => ({ ...token, chain })),
  );
  // Results of an earlier response to the same text remain valid.
  const failed = chains.filter((_, index) => results[index]?.isLoadingError);
  const isOffline = results.some(({ isPaused }) => isPaused);
  const isWaiting = results.some(({ isPending, isPlaceholderData, isFetching }) =>
    isFetching ? isPending || isPlaceholderData : false,
  );
  const { hits, isSimilar } =
    meaning === null
      ? { hits: [], isSimilar: false }
      : rankHits(found, meaning, { isPartial: failed.length > 0 });
  const listed = hits.slice(0, SHOWN_MAX).map((hit): Option => {
    const href = `/${hit.chain}/${hit.tokenAddress}`;
    return { key: href, href, hit, chain: hit.chain };
  });
  const unlisted = served.filter((slug) => !chains.includes(slug));
  const status = isOffline ? "offline" : isWaiting ? "waiting" : "ready";
  const failure = status === "ready" ? searchFailure(chains, failed) : null;
  return {
    meaning,
    isSimilar: isSimilar && !isWaiting,
    status,
    /** Text below the options; null if they need no explanation. */
    message: failure ?? (isOffline || listed.length === 0 ? STATUS_LABELS[status] : null),
    options: listed.length > 0 ? listed : elsewhere(unlisted, meaning),
  } as const;
}

/** The results of the longest beginning of a text that was searched for. */
function earlierResults(client: QueryClient, chain: ChainSlug, text: string) {
  for (let length = text.length - 1; length > 0; length -= 1) {
    const { queryKey } = searchQuery(chain, text.slice(0, length));
    const results = client.getQueryData(queryKey);
    if (results !== undefined) return results;
  }
  return undefined;
}

function elsewhere(chains: readonly ChainSlug[], meaning: Meaning | null): Option[] {
  if (meaning?.kind !== "address") return [];
  return chains.map((chain) => {
    const href = `/${chain}/${meaning.address}`;
    return { key: href, href, hit: null, chain };
  });
}
