"use client";

import { useSyncExternalStore } from "react";
import { buyPresets, presetsOf } from "@/lib/web/trade/buy-presets";

const none = () => null;

/** Amounts of ETH to buy for, of this browser. */
export function usePresets(): readonly string[] {
  return presetsOf(useSyncExternalStore(buyPresets.subscribe, buyPresets.read, none));
}
