"use client";

import { useState } from "react";
import { type ChainToken, holdTokens } from "./token-lists";

/**
 * Holds a live list still while somebody points at it, has the keyboard in it or has scrolled it.
 * `release` shows what waits; `bind` goes on the list's element.
 */
export function useHeldTokens<Token extends ChainToken>(latest: readonly Token[]) {
  const [held, setHeld] = useState<readonly Token[] | null>(null);
  const hold = () => setHeld((current) => current ?? latest);
  const follow = () => setHeld(null);
  const { visible, waiting } =
    held === null ? { visible: latest, waiting: 0 } : holdTokens(held, latest);
  return {
    visible,
    waiting,
    release: () => setHeld((current) => (current === null ? null : latest)),
    hold,
    follow,
  };
}
