import type { NewTokenList, TokenListItem } from "@/lib/features/market/schema/tokens";
import type { ChainSlug } from "@/lib/shared/chains";

/**
 * A token with its chain. `key` is unique; it is precomputed because large lists look it up often.
 */
export type ChainToken = { chain: ChainSlug; key: string } & Pick<
  TokenListItem & NewTokenList["data"][number],
  | "tokenAddress"
  | "symbol"
  | "name"
  | "marketCapETH"
  | "createdAt"
  | "image"
  | "description"
  | "moderation"
>;

/** Adds the chain to a token, for lists of several chains. */
export function onChain<Item extends { tokenAddress: string }>(chain: ChainSlug, item: Item) {
  return { ...item, chain, key: `${chain}:${item.tokenAddress}` };
}

/** Newest first; ties by key, so that the order is stable. */
export function byAge(a: ChainToken, b: ChainToken): number {
  return b.createdAt - a.createdAt || compareText(a.key, b.key);
}

/** Compares two non-negative plain decimals by value. */
export function compareDecimals(a: string, b: string): number {
  // Floats keep the order of values that do not round to the same number.
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
 * A frozen list: the same tokens in the same places with current values, followed by tokens loaded
 * since. `waiting` counts the new tokens in between. Tokens in `hidden` are removed.
 * @param loaded the keys of all tokens that are still in the list, also of those that are not in `latest`
 *   yet; others are removed. Null if `latest` is only a part of the list.
 */
export function holdTokens<Token extends ChainToken>(
  frozen: readonly Token[],
  latest: readonly Token[],
  hidden: ReadonlySet<string>,
  loaded: ReadonlySet<string> | null = null,
): { visible: Token[]; waiting: number } {
  const places = new Map(latest.map((token, place) => [token.key, place]));
  const held = frozen.filter(({ key }) => !hidden.has(key) && (loaded === null || loaded.has(key)));
  if (held.length === 0) return { visible: [...latest], waiting: 0 };
  const heldKeys = held.map(({ key }) => key);
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
