"use client";

import { useSyncExternalStore } from "react";

const subscribeNever = () => () => {};

/** The page's origin; the server's value until the browser has loaded. */
export function useOrigin(guess: string): string {
  return useSyncExternalStore(
    subscribeNever,
    () => window.location.origin,
    () => guess,
  );
}
