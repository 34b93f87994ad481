"use client";

import { useSyncExternalStore } from "react";

/** Currency of amounts where both are known. */
export type Currency = "ETH" | "USD";

const STORAGE_KEY = "slipway.currency";
const listeners = new Set<() => void>();
/** Without storage, the choice lasts until the page is closed. */
let chosen: Currency | null = null;

/** The selected currency, stored in this browser and shared by all lists. */
export function useCurrency(): [Currency, (currency: Currency) => void] {
  return [useSyncExternalStore(subscribe, read, () => "ETH"), choose];
}

function choose(currency: Currency): void {
  chosen = currency;
  try {
    localStorage.setItem(STORAGE_KEY, currency);
  } catch {
    // Only this page knows the choice then.
  }
  for (const listener of listeners) listener();
}

function read(): Currency {
  if (chosen !== null) return chosen;
  try {
    chosen = localStorage.getItem(STORAGE_KEY) === "USD" ? "USD" : "ETH";
  } catch {
    chosen = "ETH";
  }
  return chosen;
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key !== STORAGE_KEY) return;
  chosen = newValue === "USD" ? "USD" : "ETH";
  for (const listener of listeners) listener();
}

/** One listener for all amounts on the page: a list has hundreds. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", onStorage);
  };
}
