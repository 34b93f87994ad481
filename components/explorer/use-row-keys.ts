"use client";

import { type RefObject, useEffect } from "react";

const STEPS = new Map([
  ["j", 1],
  ["ArrowDown", 1],
  ["k", -1],
  ["ArrowUp", -1],
]);

/**
 * Moves through the rows of a list with j and k or the arrows; Enter opens the focused row, `w`
 * watches it, `b` opens it with an amount to buy for, `?` calls `onHelp`. Keys of fields, dialogs and other controls are left alone.
 */
export function useRowKeys(area: RefObject<HTMLElement | null>, onHelp: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      if (!(target instanceof HTMLElement) || isElsewhere(target, area.current)) return;
      if (event.key === "?") {
        event.preventDefault();
        onHelp();
        return;
      }
      const links = rowLinks(area.current);
      const at = links.findIndex((link) => link.matches(":focus"));
      const step = STEPS.get(event.key);
      if (step !== undefined) {
        // The arrows scroll the page until a row has the focus.
        if (event.key.startsWith("Arrow") && at === -1) return;
        event.preventDefault();
        links[at === -1 ? 0 : Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
      } else if (event.key === "w" && at !== -1) {
        event.preventDefault();
        links[at]?.closest("article")?.querySelector<HTMLElement>("[aria-pressed]")?.click();
      } else if (event.key === "b" && at !== -1) {
        event.preventDefault();
        const buy = links[at]
          ?.closest("article")
          ?.querySelector<HTMLElement>("[data-slot=quick-buy]");
        buy?.click();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [area, onHelp]);
}

/** The links of the rendered rows, from top to bottom. */
function rowLinks(area: HTMLElement | null): HTMLElement[] {
  return [...(area?.querySelectorAll<HTMLElement>("article h3 a") ?? [])];
}

/** Whether a key belongs to what has the focus: a field, a dialog, or a control outside of the list. */
function isElsewhere(target: HTMLElement, area: HTMLElement | null): boolean {
  if (target.isContentEditable || target.closest("input, textarea, select, [role=dialog]")) {
    return true;
  }
  const control = target.closest("a, button");
  return control !== null && area?.contains(control) !== true;
}
