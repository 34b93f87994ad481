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

/** How far below the screen a section starts to load, in time for a reader who scrolls. */
const NEAR = "300px";

/**
 * Renders a placeholder first and its children when the page is idle, one section after the other.
 * Rendering all live sections at once would block slow phones.
 * @param order lower values render first
 * @param place placeholder of the same size, so that nothing shifts
 * @param whenNear also waits until the reader is near: code and data of the section load only then
 * @param atLatestMs with `whenNear`: loads after this time anyway, for readers who do not scroll but
 *   search the page or list its headings
 */
export function Later({
  order,
  place,
  whenNear = false,
  atLatestMs,
  children,
}: {
  order: number;
  place: ReactNode;
  whenNear?: boolean;
  atLatestMs?: number;
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
    if (whenNear && box.current !== null) onNear(box.current, enqueue, { signal, atLatestMs });
    else enqueue();
    return () => {
      end.abort();
      waiting = waiting.filter((one) => one !== own);
    };
  }, [order, whenNear, atLatestMs]);
  if (isDue) return <PartBoundary fallback={<PartFailed />}>{children}</PartBoundary>;
  return whenNear ? <div ref={box}>{place}</div> : place;
}

/** Calls `then` once: when an element is near the visible part of the page, or after a time. */
function onNear(
  element: HTMLElement,
  then: () => void,
  { signal, atLatestMs }: { signal: AbortSignal; atLatestMs: number | undefined },
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
    { rootMargin: NEAR },
  );
  const timer = atLatestMs === undefined ? undefined : setTimeout(run, atLatestMs);
  observer.observe(element);
  signal.addEventListener("abort", end);
}
