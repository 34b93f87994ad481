import { isHexAddress } from "@/lib/shared/address/is-hex-address";
import {
  explainNumber,
  type NumberRules,
  plainText,
  readNumber,
} from "@/lib/shared/text/number-text";
import { decimalMark } from "@/lib/web/format/format-decimal";
import type { RangeName, Ranges } from "../explorer-state";
import { ETH_RANGES, type ExplorerState, RANGE_NAMES } from "../explorer-state";
import { ageOf, hoursOf } from "./range-labels";

/** The filter as typed; ages in hours. */
export type Typed = Record<"owner" | "manager" | RangeName, string>;

/** Ranges in pairs. */
export const RANGE_ROWS = [
  { title: "Market cap", unit: "ETH", names: ["marketCapMin", "marketCapMax"] },
  { title: "Age", unit: "hours", names: ["ageMin", "ageMax"] },
  { title: "Volume 24h", unit: "ETH", names: ["volume24hMin", "volume24hMax"] },
  { title: "Holders", unit: "", names: ["holdersMin", "holdersMax"] },
] as const;

export const EMPTY: Typed = {
  owner: "",
  manager: "",
  liquidityMin: "",
  creatorShareMax: "",
  topHoldersShareMax: "",
  firstBlockShareMax: "",
  marketCapMin: "",
  marketCapMax: "",
  ageMin: "",
  ageMax: "",
  volume24hMin: "",
  volume24hMax: "",
  holdersMin: "",
  holdersMax: "",
};

/** Digits that the API takes before and after the decimal mark. */
const DIGITS_MAX = 9;
/** The API takes ages of up to 9 digits in seconds. */
const HOURS_MAX = 277_777;
const PERCENT_MAX = 100;

/** The filter of the page as input text. */
export function typedOf({ owner, manager, ranges }: ExplorerState): Typed {
  const typed: Typed = { ...EMPTY, owner, manager };
  for (const name of RANGE_NAMES) {
    const value = ranges[name] ?? "";
    typed[name] = plainText(name.startsWith("age") ? hoursOf(value) : value, rulesOf(name));
  }
  return typed;
}

export function rangesOf(typed: Typed): Ranges {
  const values = RANGE_NAMES.map((name) => {
    const value = plainOf(name, typed[name]) ?? "";
    return [name, name.startsWith("age") ? ageOf(value) : value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== ""));
}

/** The normalized number for a field; a text that is not a number remains. */
export function tidyRange(name: RangeName, text: string): string {
  const value = plainOf(name, text);
  return value === null ? text : plainText(value, rulesOf(name));
}

function plainOf(name: RangeName, text: string): string | null {
  return readNumber(text, rulesOf(name)).value;
}

const isCount = (name: RangeName) => name.startsWith("holders");

function rulesOf(name: RangeName): NumberRules {
  const mark = decimalMark();
  if (isCount(name)) return { decimals: 0, mark };
  if (name.startsWith("age")) return { decimals: DIGITS_MAX, max: HOURS_MAX, mark };
  if (ETH_RANGES.includes(name)) return { decimals: DIGITS_MAX, units: ["ETH"], mark };
  return { decimals: DIGITS_MAX, max: PERCENT_MAX, units: ["%"], mark };
}

/** The validation error of each field. */
export function issuesOf(typed: Typed): ReadonlyMap<keyof Typed, string> {
  const issues = new Map<keyof Typed, string>();
  const hasRanges = RANGE_NAMES.some((name) => typed[name] !== "");
  for (const name of ["owner", "manager"] as const) {
    if (typed[name] === "") continue;
    if (!isHexAddress(typed[name])) issues.set(name, "must be 0x and 40 hex characters");
    else if (hasRanges) issues.set(name, "cannot be combined with the ranges above");
  }
  for (const name of RANGE_NAMES) {
    const issue = typed[name] === "" ? null : issueOfRange(name, typed[name]);
    if (issue !== null) issues.set(name, issue);
  }
  for (const { names } of RANGE_ROWS) {
    const [min, max] = names.map((name) => plainOf(name, typed[name]));
    const isWrong = min != null && max != null && Number(min) > Number(max);
    if (isWrong && !issues.has(names[1])) issues.set(names[1], "must not be below the minimum");
  }
  return issues;
}

function issueOfRange(name: RangeName, text: string): string | null {
  const value = plainOf(name, text);
  const [whole = ""] = (value ?? text).split(".");
  if (whole.length > DIGITS_MAX && !/\D/.test(whole)) return "must have at most 9 digits";
  if (value === null) return explainNumber(text, rulesOf(name), isCount(name) ? "10" : "0.5");
  if (name.startsWith("age") && Number(value) > HOURS_MAX) return "must be at most 277,777 hours";
  if (name.endsWith("ShareMax") && Number(value) > PERCENT_MAX) return "must be at most 100%";
  return null;
}

/** The value of a typed amount of ETH; null for anything else. */
export function dollarsOf(name: RangeName, text: string, ethUsd: string | null): string | null {
  const value = plainOf(name, text);
  if (ethUsd === null || value === null || !ETH_RANGES.includes(name)) return null;
  return (Number(value) * Number(ethUsd)).toFixed(2);
}
