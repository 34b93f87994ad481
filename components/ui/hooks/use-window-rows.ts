"use client";

import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/** A row to render, and its offset from the top of the list in pixels. */
export type WindowRow = { index: number; top: number };

/**
 * The rows of a list that are in or near the window, which scrolls. All rows have one height, so
 * that a list of any length costs as much as what is visible.
 * @param options.list the element that contains the rows
 * @param options.overscan rows rendered beyond each edge of the window
 */
export function useWindowRows(options: {
  list: RefObject<HTMLElement | null>;
  count: number;
  rowPx: number;
  overscan: number;
}): { rows: WindowRow[]; heightPx: number } {
  const { list, count, rowPx, overscan } = options;
  const [range, setRange] = useState({ first: 0, last: 2 * overscan });
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current === null) return;
      const above = -list.current.getBoundingClientRect().top;
      const first = Math.max(0, Math.floor(above / rowPx) - overscan);
      const last = Math.ceil((above + window.innerHeight) / rowPx) + overscan;
      setRange((held) => (held.first === first && held.last === last ? held : { first, last }));
    };
    // It reports first between the layout and the painting of this frame: measuring at once would
    // lay out the page twice. Later, what is above the list may change its height.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(document.body);
    window.addEventListener("scroll", measure, { passive: true });
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", measure);
      window.removeEventListener("resize", measure);
    };
  }, [list, rowPx, overscan]);
  const end = Math.min(count, range.last + 1);
  // A list that became shorter is shown from its end until the next measurement.
  const first = Math.min(range.first, Math.max(0, end - 1));
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, place) => ({
    index: first + place,
    top: (first + place) * rowPx,
  }));
  return { rows, heightPx: count * rowPx };
}
