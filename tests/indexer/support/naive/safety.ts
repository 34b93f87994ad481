import type { NaiveToken } from "./market";
import type { NaivePosition } from "./positions";

const EARLY_TRADES = 100;
const TOP_HOLDERS = 10;

const blockOf = ({ id }: { id: string }) => Number(id.split("-")[0]);
const orderOf = ({ id }: { id: string }) => blockOf({ id }) * 1_000_000 + Number(id.split("-")[1]);

/** The ten largest holders, largest first. @param contracts no holders, in lower case */
export function largestHolders(token: NaiveToken, contracts: ReadonlySet<string>) {
  return [...token.holders]
    .filter(([holder]) => !contracts.has(holder))
    .sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1))
    .slice(0, TOP_HOLDERS);
}

/** Buyers and their amounts in each block of the first trades, oldest first. */
export function earlyBuyers(
  token: NaiveToken,
  positions: ReadonlyMap<string, NaivePosition>,
): Map<number, Map<string, bigint>> {
  const early = new Set(token.trades.slice(0, EARLY_TRADES).map(blockOf));
  const purchases = [...positions]
    .flatMap(([holder, { changes }]) =>
      changes.filter(({ type }) => type === "buy").map((change) => ({ holder, ...change })),
    )
    .filter((change) => early.has(blockOf(change)))
    .sort((a, b) => orderOf(a) - orderOf(b));
  const blocks = new Map<number, Map<string, bigint>>();
  for (const { holder, tokens, ...change } of purchases) {
    const bought = blocks.get(blockOf(change)) ?? new Map<string, bigint>();
    bought.set(holder, (bought.get(holder) ?? 0n) + tokens);
    blocks.set(blockOf(change), bought);
  }
  return blocks;
}
