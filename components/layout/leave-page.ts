import { onlineManager } from "@tanstack/react-query";

const listeners = new Set<() => void>();

/**
 * Runs `leave`, which opens or reloads a page by code, unless the browser is offline: its error page
 * would replace this one. Then the offline notice says that links wait, as for a link that is pressed.
 * @returns whether it ran
 */
export function leavePage(leave: () => void): boolean {
  if (onlineManager.isOnline()) {
    leave();
    return true;
  }
  for (const listener of listeners) listener();
  return false;
}

/** Calls `listener` each time `leavePage` refuses. @returns the function that ends it */
export function onRefusedLeave(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
