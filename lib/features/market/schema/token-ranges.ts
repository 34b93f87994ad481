import { z } from "zod";
import { anyCase, anyCaseAddresses } from "@/lib/schemas/common";
import { documentAs } from "@/lib/schemas/wire-form";
import type { TokenSort } from "./token-order";

/** Ranges and pages of token lists. */

const MAX_DIGITS = 18;
/** Of a percentage in 1/10,000. */
const PERCENT_DIGITS = 2;

/** A decimal as a whole number of its smallest unit; further digits are cut off. */
function scaled(text: string, digits: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.slice(0, digits).padEnd(digits, "0"));
}

const amount = (description: string) =>
  z
    .string()
    .max(34)
    .regex(/^\d{1,15}(\.\d{1,18})?$/, "must be a decimal")
    .optional()
    .meta({ description });
const whole = (description: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .optional()
    .meta({ description });

export const rangeFields = {
  marketCapMin: amount(
    "Extension: only tokens of at least this market cap in ETH. Ranges include their bounds, are " +
      "checked as of the last full minute, and cannot be combined with `manager` and `ownerAddress`.",
  ),
  marketCapMax: amount("Extension: at most this market cap in ETH."),
  ageMin: whole("Extension: launched at least this number of seconds ago."),
  ageMax: whole("Extension: launched at most this number of seconds ago."),
  volume24hMin: amount("Extension: at least this volume of 24 hours in ETH."),
  volume24hMax: amount("Extension: at most this volume of 24 hours in ETH."),
  holdersMin: whole("Extension: at least this number of holders."),
  holdersMax: whole("Extension: at most this number of holders."),
  liquidityMin: amount("Extension: at least this liquidity in ETH."),
  creatorShareMax: amount(
    "Extension: the creator holds at most this percentage of the supply. A new token is listed with a " +
      "range of shares once they are known, within a minute of its launch.",
  ),
  topHoldersShareMax: amount(
    "Extension: the ten largest holders hold at most this percentage of the supply; contracts of the " +
      "market are no holders.",
  ),
  firstBlockShareMax: amount(
    "Extension: those who bought in the first traded block still hold at most this percentage of the " +
      "supply; see `firstBlockShare`.",
  ),
};
type RangeQuery = z.output<z.ZodObject<typeof rangeFields>>;

/** `order`, a dot, the key values and the address; see `ListPosition`. */
const CURSOR = /^(a|d)((?:\.-?\d{1,78}){1,2})\.(0x[0-9a-f]{40})$/;

const ADDRESSES_MAX = 50;

export const cursorFields = {
  addresses: z
    .string()
    .regex(
      new RegExp(anyCaseAddresses(ADDRESSES_MAX)),
      `must be 1 to ${ADDRESSES_MAX} addresses, separated by commas`,
    )
    .optional()
    .meta({
      description:
        "Extension: only these tokens, at most 50 addresses separated by commas. Unknown ones are left " +
        "out. Cannot be combined with another filter. Further pages are requested with `offset`.",
    }),
  figures: documentAs(anyCase(["true", "false"]), { type: "boolean" })
    .optional()
    .meta({
      description:
        "Extension: `true` adds `figures` to each item, and `next` to `pagination`, except with " +
        "`addresses`. Needs `sort`.",
    }),
  cursor: z
    .string()
    .regex(CURSOR, "must be the `next` of a page")
    .optional()
    .meta({
      description:
        "Extension: `next` of the previous page, with the same order and ranges. A page costs the same " +
        "at any depth.",
    }),
};

export type CursorPosition = {
  direction: "asc" | "desc";
  keys: bigint[];
  address: `0x${string}`;
};

export function writeCursor({ direction, keys, address }: CursorPosition): string {
  const letter = direction === "asc" ? "a" : "d";
  return [letter, ...keys.map(String), address.toLowerCase()].join(".");
}

/** Null for a text that is not a cursor. */
export function readCursor(cursor: string): CursorPosition | null {
  const [, letter, keys = "", address = ""] = CURSOR.exec(cursor) ?? [];
  if (letter === undefined) return null;
  return {
    direction: letter === "a" ? "asc" : "desc",
    keys: keys.split(".").slice(1).map(BigInt),
    address: `0x${address.slice(2)}`,
  };
}

const NAMES = Object.keys(rangeFields);

export function hasRanges(query: RangeQuery): boolean {
  const given = new Map(Object.entries(query));
  return NAMES.some((name) => given.get(name) !== undefined);
}

/** Whether the order is exact, and not that of the last minute. */
export function isExact(sort: TokenSort | undefined): boolean {
  const exact: readonly (TokenSort | undefined)[] = [
    undefined,
    "marketCap",
    "newest",
    "volume24h",
    "priceChange24h",
  ];
  return exact.includes(sort);
}

/** Rejects ranges that nothing can be in. */
export function checkRanges(query: RangeQuery, ctx: z.RefinementCtx): void {
  const pairs = [
    ["marketCapMax", query.marketCapMin, query.marketCapMax],
    ["ageMax", query.ageMin, query.ageMax],
    ["volume24hMax", query.volume24hMin, query.volume24hMax],
    ["holdersMax", query.holdersMin, query.holdersMax],
  ] as const;
  for (const [path, min, max] of pairs) {
    // A value that is no number has its own error, and compares with none.
    if (Number(min) > Number(max)) {
      ctx.addIssue({ code: "custom", path: [path], message: "is below its minimum" });
    }
  }
}

/** The ranges in the units of the dataset; ages stay ages. */
export function readRanges(query: RangeQuery) {
  const wei = (text: string | undefined) =>
    text === undefined ? undefined : scaled(text, MAX_DIGITS);
  const count = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const bps = (percent: string | undefined) =>
    percent === undefined ? undefined : Number(scaled(percent, PERCENT_DIGITS));
  return {
    marketCapWei: { min: wei(query.marketCapMin), max: wei(query.marketCapMax) },
    volume24hWei: { min: wei(query.volume24hMin), max: wei(query.volume24hMax) },
    liquidityWei: { min: wei(query.liquidityMin) },
    holders: { min: count(query.holdersMin), max: count(query.holdersMax) },
    creatorBps: { max: bps(query.creatorShareMax) },
    topHoldersBps: { max: bps(query.topHoldersShareMax) },
    firstBlockBps: { max: bps(query.firstBlockShareMax) },
    ageSeconds: { min: count(query.ageMin), max: count(query.ageMax) },
  };
}

/** The addresses of a list, each once. */
export function readAddresses(text: string | undefined): `0x${string}`[] | undefined {
  if (text === undefined) return undefined;
  const digits = text.split(",").map((address) => address.slice(2).toLowerCase());
  return [...new Set(digits)].map((one): `0x${string}` => `0x${one}`);
}
