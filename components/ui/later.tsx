"use client";

import { type ReactNode, startTransition, useEffect, useState } from "react";
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
 * Renders a placeholder first and its children when the page is idle, one section after the other.
 * Rendering all live sections at once would block slow phones.
 * @param order lower values render first
 * @param place placeholder of the same size, so that nothing shifts
 */
export function Later({
  order,
  place,
  children,
}: {
  order: number;
  place: ReactNode;
  children: ReactNode;
}) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const own = { order, show: () => startTransition(() => setDue(true)) };
    if (waiting.length === 0) whenIdle(showNext);
    waiting.push(own);
    return () => {
      waiting = waiting.filter((one) => one !== own);
    };
  }, [order]);
  return isDue ? <PartBoundary fallback={<PartFailed />}>{children}</PartBoundary> : place;
}
