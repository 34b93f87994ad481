"use client";

import { useMemo, useRef, useState } from "react";
import { hiddenTokens } from "@/lib/web/live/hidden-tokens";
import { type ChainToken, holdTokens } from "./token-lists";

/** Reasons to freeze a list; it updates again when none is left. */
export type HoldReason = "pointer" | "focus" | "scroll";

/**
 * Freezes a live list while the user hovers, focuses or scrolls it. `release` shows the new tokens
 * and stays frozen; `follow` without a reason removes all reasons.
 * @param loaded the keys of all tokens of the list: others are removed also while it is frozen; null if
 *   `latest` is only a part of the list
 */
export function useHeldTokens<Token extends ChainToken>(
  latest: readonly Token[],
  loaded: ReadonlySet<string> | null = null,
) {
  const [held, setHeld] = useState<readonly Token[] | null>(null);
  const reasons = useRef(new Set<HoldReason>());
  // Lists can have thousands of tokens: recompute on changes, not on every render.
  const { visible, waiting } = useMemo(
    () =>
      held === null
        ? { visible: latest, waiting: 0 }
        : holdTokens(held, latest, hiddenTokens, loaded),
    [held, latest, loaded],
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
