import { isHexAddress } from "@/lib/shared/address/is-hex-address";
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
  ...{ owner: "", manager: "", liquidityMin: "", creatorShareMax: "" },
  ...{ topHoldersShareMax: "", firstBlockShareMax: "" },
  ...{ marketCapMin: "", marketCapMax: "", ageMin: "", ageMax: "" },
  ...{ volume24hMin: "", volume24hMax: "", holdersMin: "", holdersMax: "" },
};

const NUMBER = /^\d{1,9}(\.\d{1,9})?$/;
const WHOLE = /^\d{1,9}$/;
/** The API takes ages of up to 9 digits in seconds. */
const HOURS_MAX = 277_777;
const PERCENT_MAX = 100;

/** The filter of the page as input text. */
export function typedOf({ owner, manager, ranges }: ExplorerState): Typed {
  const { ageMin, ageMax } = ranges;
  return { ...EMPTY, ...ranges, owner, manager, ageMin: hoursOf(ageMin), ageMax: hoursOf(ageMax) };
}

export function rangesOf(typed: Typed): Ranges {
  const values = RANGE_NAMES.map(
    (name) => [name, name.startsWith("age") ? ageOf(typed[name]) : typed[name]] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value !== ""));
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
    const [min, max] = [typed[names[0]], typed[names[1]]];
    const isWrong = min !== "" && max !== "" && Number(min) > Number(max);
    if (isWrong && !issues.has(names[1])) issues.set(names[1], "must not be below the minimum");
  }
  return issues;
}

function issueOfRange(name: RangeName, text: string): string | null {
  const isCount = name.startsWith("holders");
  if (!(isCount ? WHOLE : NUMBER).test(text)) {
    if (/^\d{10,}(\.\d*)?$/.test(text)) return "must have at most 9 digits";
    return isCount ? "must be a whole number" : "must be a number, such as 0.5";
  }
  if (name.startsWith("age") && Number(text) > HOURS_MAX) return "must be at most 277,777 hours";
  if (name.endsWith("ShareMax") && Number(text) > PERCENT_MAX) return "must be at most 100%";
  return null;
}

/** The value of a typed amount of ETH; null for anything else. */
export function dollarsOf(name: RangeName, text: string, ethUsd: string | null): string | null {
  if (ethUsd === null || !ETH_RANGES.includes(name) || !NUMBER.test(text)) return null;
  return (Number(text) * Number(ethUsd)).toFixed(2);
}
