"use client";

import { type ReactNode, startTransition, useEffect, useState } from "react";
import { whenIdle } from "./hooks/when-idle";

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
 * Shows its place at first and its children as soon as the page is idle, one part of the page after
 * the other: a page of many live parts would else be dead for one long moment on a slow phone.
 * @param order lower ones come first
 * @param place as large as the children, so that nothing moves
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
  return isDue ? children : place;
}
