"use client";

import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { whenIdle } from "./hooks/when-idle";
import { PartBoundary, PartFailed } from "./part-boundary";

type Waiting = { order: number; show: () => void };
let waiting: Waiting[] = [];

function showNext(): void {
  const [next] = waiting.toSorted((a, b) => a.order - b.order);
  if (next === undefined) return;
  waiting = waiting.filter((one) => one !== next);
  next.show();
  if (waiting.length > 0) whenIdle(showNext);
}

/**
 * How far below the screen a section starts to load. `near`: in time for a reader who scrolls. `seen`:
 * above the bar at the bottom of a phone's screen.
 */
const MARGINS = { near: "300px", seen: "-80px" } as const;

/**
 * Renders a placeholder first and its children when the page is idle, one section after the other.
 * Rendering all live sections at once would block slow phones.
 * @param order lower values render first
 * @param place placeholder of the same size, so that nothing shifts
 * @param when `near` and `seen` also wait until the reader is near, or sees the placeholder: code and
 *   data of the section load only then
 * @param atLatestMs with these: loads after this time anyway, for readers who do not scroll but search
 *   the page or list its headings
 * @param isWanted the reader requested it: it loads at once
 */
export function Later({
  order,
  place,
  when = "idle",
  atLatestMs,
  isWanted = false,
  children,
}: {
  order: number;
  place: ReactNode;
  when?: "idle" | keyof typeof MARGINS;
  atLatestMs?: number;
  isWanted?: boolean;
  children: ReactNode;
}) {
  const [isDue, setDue] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const own = { order, show: () => startTransition(() => setDue(true)) };
    const end = new AbortController();
    const { signal } = end;
    const enqueue = () => {
      // Code that fails to load is never loaded again, so wait for the connection.
      if (!navigator.onLine) return addEventListener("online", enqueue, { once: true, signal });
      if (waiting.length === 0) whenIdle(showNext);
      waiting.push(own);
    };
    if (isWanted && navigator.onLine) own.show();
    else if (when !== "idle" && box.current !== null)
      onNear(box.current, enqueue, { signal, atLatestMs, margin: MARGINS[when] });
    else enqueue();
    return () => {
      end.abort();
      waiting = waiting.filter((one) => one !== own);
    };
  }, [order, when, atLatestMs, isWanted]);
  if (isDue) return <PartBoundary fallback={<PartFailed />}>{children}</PartBoundary>;
  return when !== "idle" ? <div ref={box}>{place}</div> : place;
}

/** Calls `then` once: when an element is near the visible part of the page, or after a time. */
function onNear(
  element: HTMLElement,
  then: () => void,
  {
    signal,
    atLatestMs,
    margin,
  }: { signal: AbortSignal; atLatestMs: number | undefined; margin: string },
): void {
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const run = () => {
    end();
    then();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) run();
    },
    { rootMargin: margin },
  );
  const timer = atLatestMs === undefined ? undefined : setTimeout(run, atLatestMs);
  observer.observe(element);
  signal.addEventListener("abort", end);
}
