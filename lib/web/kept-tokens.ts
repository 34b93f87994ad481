import { type ChainSlug, isChainSlug } from "@/lib/shared/chains";
import { readerOf } from "./reads/reader";
import { createStore } from "./wallet/create-store";

/** Tokens that this browser keeps, as `chain:address`, newest first. No account is needed. */

/** As many tokens as one request names (`addresses` of the Data API). */
const KEPT_MAX = 50;

const KEY = /^[a-z-]+:0x[0-9a-fA-F]{40}$/;
const isKeys = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((key) => typeof key === "string" && KEY.test(key));

export const watchlist = createStore("slipway.watchlist", readerOf(isKeys));
export const recentTokens = createStore("slipway.recent-tokens", readerOf(isKeys));

/** Adds a token to the watchlist, or removes it. */
export function toggleWatched(key: string): void {
  const held = watchlist.read() ?? [];
  const others = held.filter((one) => one !== key);
  watchlist.write(others.length < held.length ? others : [key, ...held].slice(0, KEPT_MAX));
}

/** Moves a token to the front of the recently viewed ones. */
export function rememberToken(chain: ChainSlug, address: string): void {
  const key = `${chain}:${address}`;
  const others = (recentTokens.read() ?? []).filter((one) => one !== key);
  recentTokens.write([key, ...others].slice(0, KEPT_MAX));
}

/** The addresses of kept tokens by chain. */
export function addressesByChain(keys: readonly string[]): Map<ChainSlug, string[]> {
  const found = new Map<ChainSlug, string[]>();
  for (const key of keys) {
    const [chain = "", address = ""] = key.split(":");
    if (isChainSlug(chain)) found.set(chain, [...(found.get(chain) ?? []), address]);
  }
  return found;
}

/** How this browser shows lists. */
export const explorerView = createStore(
  "slipway.explorer-view",
  readerOf((value): value is "table" | "cards" => value === "table" || value === "cards"),
);
