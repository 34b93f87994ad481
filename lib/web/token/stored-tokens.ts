import { WATCHED_MAX } from "@/lib/features/users/rules/watchlist";
import { type ChainSlug, isChainSlug } from "@/lib/shared/chains";
import { signedIn } from "../account/signed-in";
import { createStore } from "../create-store";
import { readerOf } from "../reads/reader";

/** Tokens that this browser stores, as `chain:address`, newest first. No account is needed. */

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
  const isRemoved = watchlist.read()?.includes(key) ?? false;
  const without = (keys: readonly string[] | null) => keys?.filter((one) => one !== key) ?? [];
  const including = (keys: readonly string[] | null) =>
    keys?.includes(key) ? [...keys] : [key, ...(keys ?? [])].slice(0, WATCHED_MAX);
  if (signedIn.read() !== null) unwatched.change(isRemoved ? including : without);
  watchlist.change(isRemoved ? without : including);
}

/** Moves a token to the front of the recently viewed ones. */
export function rememberToken(chain: ChainSlug, address: string): void {
  const key = `${chain}:${address}`;
  let isMoved = false;
  recentTokens.change((keys) => {
    // Two tabs that both moved their token to the front again would never end.
    if (isMoved && keys?.includes(key)) return keys;
    isMoved = true;
    return [key, ...(keys ?? []).filter((one) => one !== key)].slice(0, RECENT_MAX);
  });
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
