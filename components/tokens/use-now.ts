"use client";

import { useSyncExternalStore } from "react";
import { useSiteFacts } from "@/components/layout/site-facts";
import { serverSeconds } from "@/lib/web/server-time";

const listeners = new Set<() => void>();
let nowSeconds = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  if (document.visibilityState === "hidden") return;
  nowSeconds = serverSeconds();
  for (const listener of listeners) listener();
}

/** One clock for all ages on the page; paused while the page is hidden. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setInterval(tick, 1_000);
    document.addEventListener("visibilitychange", tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
    nowSeconds = 0;
  };
}

function snapshot(): number {
  if (nowSeconds === 0) nowSeconds = serverSeconds();
  return nowSeconds;
}

/** Unix seconds of the service's clock, updated every second. */
export function useNow(): number {
  return useFromNow((now) => now);
}

/**
 * The result of `derive` for the current Unix second. Renders only when it changes: most ages in a
 * list are the same a second later, and after hydration the same as on the server.
 */
export function useFromNow<Value extends string | number | boolean>(
  derive: (nowSeconds: number) => Value,
): Value {
  const { renderedAt } = useSiteFacts();
  return useSyncExternalStore(
    subscribe,
    () => derive(snapshot()),
    () => derive(renderedAt),
  );
}
