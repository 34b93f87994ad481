import type { ChainSlug } from "@/lib/domain/chains";
import type { NewTokenList, TokenListItem } from "@/lib/schemas/data";

/**
 * A token of a list together with the chain it is on. `key` tells it from all others, made once,
 * because lists of thousands look it up over and over.
 */
export type ChainToken = { chain: ChainSlug; key: string } & Pick<
  TokenListItem & NewTokenList["data"][number],
  "tokenAddress" | "symbol" | "name" | "marketCapETH" | "createdAt" | "image" | "description"
>;

/** A token of one chain's list, for lists of several chains. */
export function onChain<Item extends { tokenAddress: string }>(chain: ChainSlug, item: Item) {
  return { ...item, chain, key: `${chain}:${item.tokenAddress}` };
}

/** Newest first; ties by key, so that the order never flickers. */
export function byAge(a: ChainToken, b: ChainToken): number {
  return b.createdAt - a.createdAt || compareText(a.key, b.key);
}

/** Compares two plain decimals of zero or more by value. */
export function compareDecimals(a: string, b: string): number {
  // Rounding to a float keeps the order of what it does not make equal.
  const [roughA, roughB] = [Number(a), Number(b)];
  if (roughA !== roughB) return roughA < roughB ? -1 : 1;
  if (a === b) return 0;
  const [wholeA = "", fractionA = ""] = a.split(".");
  const [wholeB = "", fractionB = ""] = b.split(".");
  const digits = Math.max(fractionA.length, fractionB.length);
  const left = BigInt(wholeA + fractionA.padEnd(digits, "0"));
  const right = BigInt(wholeB + fractionB.padEnd(digits, "0"));
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * What a list shows while somebody reads it: the same tokens in the same places with the latest
 * numbers, and below them what was loaded since. `waiting` counts the tokens that came in between.
 */
export function holdTokens<Token extends ChainToken>(
  held: readonly Token[],
  latest: readonly Token[],
): { visible: Token[]; waiting: number } {
  if (held.length === 0) return { visible: [...latest], waiting: 0 };
  const heldKeys = held.map(({ key }) => key);
  const places = new Map(latest.map((token, place) => [token.key, place]));
  const lastKey = heldKeys.findLast((key) => places.has(key));
  const end = (lastKey === undefined ? undefined : places.get(lastKey)) ?? latest.length;
  const known = new Set(heldKeys);
  const isNew = (token: Token) => !known.has(token.key);
  return {
    visible: [
      ...held.map((token, index) => latest[places.get(heldKeys[index] ?? "") ?? -1] ?? token),
      ...latest.slice(end + 1).filter(isNew),
    ],
    waiting: latest.slice(0, end).filter(isNew).length,
  };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
