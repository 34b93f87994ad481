"use client";

import { useOnMount } from "@/components/ui/hooks/use-on-mount";
import { VISIT_COOKIE } from "./visit";

const YEAR_SECONDS = 31_536_000;

/** Remembers that this browser has seen the introduction. */
export function RememberVisit() {
  useOnMount(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
    document.cookie = `${VISIT_COOKIE}=1; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  });
  return null;
}
