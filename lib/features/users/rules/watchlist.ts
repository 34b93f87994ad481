import type { ChainSlug } from "@/lib/shared/chains";

/** Tokens per watchlist. Above it, the oldest are removed. */
export const WATCHED_MAX = 500;

export type WatchedToken = { chain: ChainSlug; address: `0x${string}` };

/** Whether a list of checksummed addresses has a token. */
export function hasToken(
  list: readonly { chain: string; address: string }[],
  { chain, address }: { chain: string; address: string },
): boolean {
  return list.some((one) => one.chain === chain && one.address === address);
}
