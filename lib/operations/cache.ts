/**
 * Cache lifetimes in seconds: `fresh` is `s-maxage`, `stale` is `stale-while-revalidate`.
 * Source: docs/decisions.md, "Data API".
 */
export const CACHE = {
  list: { fresh: 2, stale: 10 },
  basic: { fresh: 30, stale: 60 },
  live: { fresh: 2, stale: 10 },
} as const satisfies Record<string, CachePolicy>;

export type CachePolicy = { fresh: number; stale: number };

/** The `Cache-Control` value of a policy; null means the response must not be stored. */
export function cacheControl(policy: CachePolicy | null): string {
  return policy === null
    ? "no-store"
    : `public, s-maxage=${policy.fresh}, stale-while-revalidate=${policy.stale}`;
}
