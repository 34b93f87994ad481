"use client";

import { useSyncExternalStore } from "react";

const subscribeNever = () => () => {};

/** This page's origin. The server's guess stands until the browser knows better. */
export function useOrigin(guess: string): string {
  return useSyncExternalStore(
    subscribeNever,
    () => window.location.origin,
    () => guess,
  );
}
