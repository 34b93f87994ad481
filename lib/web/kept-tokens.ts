import { WATCHED_MAX } from "@/lib/features/users/rules/watchlist";
import { type ChainSlug, isChainSlug } from "@/lib/shared/chains";
import { signedIn } from "./account/signed-in";
import { readerOf } from "./reads/reader";
import { createStore } from "./wallet/create-store";

/** Tokens that this browser keeps, as `chain:address`, newest first. No account is needed. */

const RECENT_MAX = 50;

const KEY = /^[a-z-]+:0x[0-9a-fA-F]{40}$/;
const isKeys = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((key) => typeof key === "string" && KEY.test(key));

export const watchlist = createStore("slipway.watchlist", readerOf(isKeys));
export const recentTokens = createStore("slipway.recent-tokens", readerOf(isKeys));

/**
 * Tokens that the signed-in user removed from the watchlist, until the account has removed them too.
 * Stored, because a token that is only absent may be one that this browser has not received yet.
 */
export const unwatched = createStore("slipway.unwatched", readerOf(isKeys));

/** Adds a token to the watchlist, or removes it. `watchlist-sync.ts` sends it to the account. */
export function toggleWatched(key: string): void {
  const held = watchlist.read() ?? [];
  const others = held.filter((one) => one !== key);
  const isRemoved = others.length < held.length;
  if (signedIn.read() !== null) {
    const waiting = (unwatched.read() ?? []).filter((one) => one !== key);
    unwatched.write(isRemoved ? [...waiting, key] : waiting);
  }
  watchlist.write(isRemoved ? others : [key, ...held].slice(0, WATCHED_MAX));
}

/** Moves a token to the front of the recently viewed ones. */
export function rememberToken(chain: ChainSlug, address: string): void {
  const key = `${chain}:${address}`;
  const others = (recentTokens.read() ?? []).filter((one) => one !== key);
  recentTokens.write([key, ...others].slice(0, RECENT_MAX));
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
