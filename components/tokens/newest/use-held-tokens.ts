"use client";

import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { hiddenTokens } from "@/lib/web/live/hidden-tokens";
import { type ChainToken, holdTokens } from "./token-lists";

/** Reasons to freeze a list; it updates again when none is left. */
export type HoldReason = "pointer" | "focus" | "scroll";

const NO_REASON: ReadonlySet<HoldReason> = new Set();

/**
 * Freezes a live list while the user points at it, is in it with the keyboard, or scrolls it. `release`
 * shows the new tokens and stays frozen. Spread `pointer` and `focus` on the elements of the list.
 * @param options.loaded the keys of all tokens of the list: others are removed also while it is frozen; null
 *   if `latest` is only a part of the list
 * @param options.order names the list and its order; with another one, the list is frozen anew
 * @param options.isCurrent whether `latest` has this order; until it has, nothing is frozen
 */
export function useHeldTokens<Token extends ChainToken>(
  latest: readonly Token[],
  options: { loaded?: ReadonlySet<string>; order?: string; isCurrent?: boolean } = {},
) {
  const { loaded = null, order = "", isCurrent = true } = options;
  const [reasons, setReasons] = useState(NO_REASON);
  const [held, setHeld] = useState<{ order: string; tokens: readonly Token[] } | null>(null);
  const isFrozen = isCurrent && reasons.size > 0;
  // While rendering, so that no frame shows a list that is frozen too late or too long.
  if (isFrozen && held?.order !== order) setHeld({ order, tokens: latest });
  if (!isFrozen && held !== null) setHeld(null);
  // Lists can have thousands of tokens: recompute on changes, not on every render.
  const { visible, waiting } = useMemo(
    () =>
      held === null
        ? { visible: latest, waiting: 0 }
        : holdTokens(held.tokens, latest, hiddenTokens, loaded),
    [held, latest, loaded],
  );
  const hold = (reason: HoldReason) =>
    setReasons((given) => (given.has(reason) ? given : new Set(given).add(reason)));
  const follow = (reason: HoldReason) =>
    setReasons((given) => {
      const left = new Set(given);
      return left.delete(reason) ? left : given;
    });
  const list = useRef<Element>(null);
  // React reports no blur of an element that it removes. New tokens render the list, so none waits for ever.
  useEffect(() => {
    if (reasons.has("focus") && list.current?.contains(document.activeElement) !== true) {
      follow("focus");
    }
  });
  return {
    visible,
    waiting,
    hold,
    follow,
    release: () => setHeld((current) => current && { ...current, tokens: latest }),
    pointer: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === "mouse") hold("pointer");
      },
      onPointerLeave: () => follow("pointer"),
    },
    focus: {
      // A click focuses as well: it holds the list only while the pointer is there.
      onFocus: ({ currentTarget, target }: FocusEvent) => {
        if (!target.matches(":focus-visible")) return;
        list.current = currentTarget;
        hold("focus");
      },
      // Focus that moves from row to row stays in the list.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) follow("focus");
      },
    },
  };
}
