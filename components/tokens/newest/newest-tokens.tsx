"use client";

import { ArrowUp, ChevronLeft, ChevronRight } from "lucide-react";
import { type CSSProperties, useRef } from "react";
import { Button } from "@/components/ui/button";
import type { ChainSlug } from "@/lib/shared/chains";
import { ListHeader } from "./list-header";
import { ListProblem } from "./list-problem";
import { NEWEST_TOKENS } from "./newest-limit";
import { NoTokens } from "./no-tokens";
import { EmptyCard, TokenCard, TokenCardSkeleton } from "./token-card";
import { useHeldTokens } from "./use-held-tokens";
import { useNewestTokens } from "./use-newest-tokens";

const SLOTS = 6;
/** Cards that a phone shows first. */
const EAGER = 3;
const PLACES = Array.from({ length: SLOTS }, (_, place) => place);
const NEAR_START_PX = 8;

/** Position of a card. Cards move by transform, so the layout does not shift. */
const at = (slot: number): CSSProperties & { "--slot": number } => ({ "--slot": slot });
const room = (places: number): CSSProperties & { "--places": number } => ({ "--places": places });

/** CSS cannot disable smooth scrolling that a script requests. */
function scrollBehavior(): ScrollBehavior {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
}

/** Strip of the newest tokens. New ones slide in at the left unless the user is reading. */
export function NewestTokens({ chains }: { chains: readonly ChainSlug[] }) {
  const list = useNewestTokens(chains, NEWEST_TOKENS);
  const held = useHeldTokens(list.tokens);
  const { visible, waiting, release } = held;
  const strip = useRef<HTMLUListElement>(null);
  const isScrolled = () => (strip.current?.scrollLeft ?? 0) > NEAR_START_PX;
  const scroll = (direction: 1 | -1) => {
    const width = strip.current?.clientWidth ?? 0;
    strip.current?.scrollBy({ left: direction * width * 0.85, behavior: scrollBehavior() });
  };
  const showWaiting = () => {
    release();
    strip.current?.scrollTo({ left: 0, behavior: scrollBehavior() });
  };
  return (
    <section aria-labelledby="newest-title" className="flex flex-col gap-4" {...held.pointer}>
      <ListHeader id="newest-title" title="Just launched" list={list}>
        {waiting > 0 && <WaitingButton count={waiting} onPress={showWaiting} />}
        <ScrollButtons onScroll={scroll} />
      </ListHeader>
      <div className="relative">
        <ul
          ref={strip}
          className="strip"
          style={room(Math.max(visible.length, SLOTS))}
          {...held.focus}
          onScroll={() => (isScrolled() ? held.hold("scroll") : held.follow("scroll"))}
        >
          <Cards list={list} visible={visible} showChain={chains.length > 1} />
        </ul>
        {list.status === "ready" && visible.length === 0 && <NoTokens chains={chains} />}
        <ListProblem
          list={list}
          className="absolute inset-0 m-auto h-fit w-fit rounded-card bg-canvas"
        />
      </div>
    </section>
  );
}

function WaitingButton({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <Button variant="primary" size="small" onClick={onPress}>
      <ArrowUp aria-hidden="true" className="size-3.5" />
      {count} new
    </Button>
  );
}

function ScrollButtons({ onScroll }: { onScroll: (direction: 1 | -1) => void }) {
  return (
    <div className="hidden gap-1 sm:flex">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Show newer tokens"
        onClick={() => onScroll(-1)}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Show older tokens"
        onClick={() => onScroll(1)}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
    </div>
  );
}

/** A card for each token, and a placeholder for each empty place. */
function Cards({
  list,
  visible,
  showChain,
}: {
  list: ReturnType<typeof useNewestTokens>;
  visible: ReturnType<typeof useHeldTokens>["visible"];
  showChain: boolean;
}) {
  return (
    <>
      {list.status === "loading" &&
        PLACES.map((place) => (
          <li key={place} className="strip-card when-seen" style={at(place)}>
            <TokenCardSkeleton />
          </li>
        ))}
      {list.status === "ready" &&
        visible.map((token, slot) => (
          <li key={token.key} className="strip-card when-seen" style={at(slot)}>
            <TokenCard token={token} showChain={showChain} eager={slot < EAGER} />
          </li>
        ))}
      {list.status !== "loading" &&
        PLACES.filter((place) => place >= visible.length).map((place) => (
          <li key={place} aria-hidden="true" className="strip-card when-seen" style={at(place)}>
            <EmptyCard />
          </li>
        ))}
    </>
  );
}
