"use client";

import { useFromNow } from "@/components/tokens/use-now";

/** Whether trading is open. @param startTime Unix seconds; 0 when it was always open */
export function useIsOpen(startTime: number): boolean {
  return useFromNow((now) => startTime <= now);
}
