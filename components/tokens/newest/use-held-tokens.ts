"use client";

import { useMemo, useRef, useState } from "react";
import { type ChainToken, holdTokens } from "./token-lists";

/** Why a list stands still; it moves again once no reason is left. */
export type HoldReason = "pointer" | "focus" | "scroll";

/**
 * Holds a live list still while somebody points at it, has the keyboard in it or has scrolled it.
 * `release` shows what waits and holds on; `follow` without a reason drops all of them.
 */
export function useHeldTokens<Token extends ChainToken>(latest: readonly Token[]) {
  const [held, setHeld] = useState<readonly Token[] | null>(null);
  const reasons = useRef(new Set<HoldReason>());
  // Thousands of tokens may be loaded: they are gone through when they change, not at every render.
  const { visible, waiting } = useMemo(
    () => (held === null ? { visible: latest, waiting: 0 } : holdTokens(held, latest)),
    [held, latest],
  );
  return {
    visible,
    waiting,
    release: () => setHeld((current) => (current === null ? null : latest)),
    hold(reason: HoldReason) {
      reasons.current.add(reason);
      setHeld((current) => current ?? latest);
    },
    follow(reason?: HoldReason) {
      if (reason === undefined) reasons.current.clear();
      else reasons.current.delete(reason);
      if (reasons.current.size === 0) setHeld(null);
    },
  };
}
