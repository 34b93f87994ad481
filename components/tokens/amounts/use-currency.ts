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
  try {
    localStorage.setItem(STORAGE_KEY, currency);
  } catch {
    // Only this page knows the choice then.
  }
  show(currency);
}

function show(currency: Currency): void {
  chosen = currency;
  for (const listener of listeners) listener();
}

const currencyOf = (text: string | null): Currency => (text === "USD" ? "USD" : "ETH");

function read(): Currency {
  try {
    chosen ??= currencyOf(localStorage.getItem(STORAGE_KEY));
  } catch {
    chosen = "ETH";
  }
  return chosen;
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key === STORAGE_KEY) show(currencyOf(newValue));
}

/** One listener of the window for all amounts on the page: adding it again has no effect. */
function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => listeners.delete(listener);
}
