"use client";

import { useNow } from "@/components/tokens/use-now";

/** Whether trading is open. @param startTime Unix seconds; 0 when it was always open */
export function useIsOpen(startTime: number): boolean {
  const now = useNow();
  // The server sends a start time only while trading is closed, and does not know this clock.
  return startTime === 0 || (now !== 0 && startTime <= now);
}
