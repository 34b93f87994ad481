import { useSyncExternalStore } from "react";
import { createStore } from "@/lib/web/create-store";

/** Horizontal lines of a token. */
export const LINES_MAX = 20;
/** Tokens with lines; those that were changed first are dropped. */
const TOKENS_MAX = 100;

/** The lines of tokens as market caps in ETH, by `chain:address`; the token changed last is last. */
export type StoredLines = Readonly<Record<string, readonly number[]>>;

const KEY = /^[a-z-]+:0x[0-9a-f]{40}$/;
const NONE: readonly number[] = [];

export function lineKey(chain: string, address: string): string {
  return `${chain}:${address.toLowerCase()}`;
}

/** Lines from a stored value of any shape; skips invalid entries. */
export function toStoredLines(value: unknown): StoredLines {
  if (typeof value !== "object" || value === null) return {};
  const kept = Object.entries(value).flatMap(([key, list]): [string, number[]][] => {
    if (!KEY.test(key) || !Array.isArray(list)) return [];
    const lines = [...new Set(list.filter(isLine))].slice(0, LINES_MAX);
    return lines.length === 0 ? [] : [[key, lines]];
  });
  return Object.fromEntries(kept.slice(-TOKENS_MAX));
}

function isLine(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

/** Replaces the lines of a token. */
export function withLines(kept: StoredLines, key: string, lines: readonly number[]): StoredLines {
  const { [key]: _, ...others } = kept;
  return toStoredLines({ ...others, [key]: lines });
}

const store = createStore<StoredLines>("slipway.chart-lines", {
  safeParse: (value) => ({ success: true, data: toStoredLines(value) }),
});
const linesOf = (key: string) => store.read()?.[key] ?? NONE;

/** The lines of a token, in the order in which they were added. */
export function useLines(key: string): readonly number[] {
  return useSyncExternalStore(store.subscribe, () => linesOf(key));
}

/** Adds a line, unless the token has `LINES_MAX`. */
export function addLine(key: string, capEth: number): void {
  const lines = linesOf(key);
  if (lines.length < LINES_MAX) store.write(withLines(store.read() ?? {}, key, [...lines, capEth]));
}

export function removeLine(key: string, capEth: number): void {
  const others = linesOf(key).filter((line) => line !== capEth);
  store.write(withLines(store.read() ?? {}, key, others));
}

export function removeLines(key: string): void {
  store.write(withLines(store.read() ?? {}, key, []));
}
