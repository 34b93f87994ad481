import { arePresets, DEFAULT_PRESETS, isPreset } from "@/lib/features/trade/rules/stored-presets";
import type { ChainSlug } from "@/lib/shared/chains";
import { createStore } from "../create-store";
import { readerOf } from "../reads/reader";

/** Amounts of ETH to buy for, as this browser stores them; null: the default ones. */
export const buyPresets = createStore("slipway.buy-presets", readerOf(arePresets));

/** Query parameter of a token page: the amount of ETH that its trade panel starts with. */
const BUY_PARAMETER = "buy";

/** The amounts that the trade panel offers. */
export function presetsOf(stored: readonly string[] | null): readonly string[] {
  return stored ?? DEFAULT_PRESETS;
}

/** A link to a token whose trade panel has the amount filled in. Nothing is sent. */
export function quickBuyPath(token: { chain: ChainSlug; tokenAddress: string }, eth: string) {
  return `/${token.chain}/${token.tokenAddress}?${BUY_PARAMETER}=${eth}`;
}

/** The amount of a `quickBuyPath`; null without one, and for an invalid preset. */
export function readQuickBuy(query: { get(name: string): string | null }): string | null {
  const text = query.get(BUY_PARAMETER);
  return isPreset(text) ? text : null;
}
