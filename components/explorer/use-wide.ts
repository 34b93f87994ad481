"use client";

import { useSyncExternalStore } from "react";
import { useSiteFacts } from "@/components/layout/site-facts";

/** From this width on, lists are tables with all columns. Tailwind's `lg`. */
const WIDE = "(min-width: 64rem)";

/** Whether the window is as wide as the table of all columns; the server guesses. */
export function useWide(): boolean {
  const { isPhone } = useSiteFacts();
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => window.matchMedia(WIDE).matches,
    () => !isPhone,
  );
}
