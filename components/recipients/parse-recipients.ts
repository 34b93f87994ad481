import { type IdentityType, normalizeIdentity } from "@/lib/shared/identity";
import { explainPercent, tidyPercent } from "@/lib/web/format/percent";
import { cleanIdentityInput } from "./clean-identity-input";
import { guessIdentity, TYPE_WORDS } from "./guess-identity";

/** Recipient in a form. `share` is a percentage as text; empty for equal shares. */
export type RecipientRow = { type: IdentityType; id: string; share: string };

/** Recipients parsed from a list, and the lines that could not be used. */
export type RecipientList = {
  rows: RecipientRow[];
  /** `reason` is a sentence. */
  problems: { line: number; text: string; reason: string }[];
};

const HEADINGS = new Set([
  ...["id", "type", "recipient", "address", "wallet", "email"],
  ...["share", "split", "percent", "percentage"],
]);
const SHARE_DECIMALS = 5;

/**
 * Parses recipients from text or CSV, one per line: `identity`, `identity, percent`, or `type,
 * identity, percent`. `@name` is an X user; Farcaster needs `farcaster:name` or a profile link. A
 * percentage may have a decimal comma. A header line is skipped.
 */
export function parseRecipientList(text: string): RecipientList {
  const rows: RecipientRow[] = [];
  const problems: RecipientList["problems"] = [];
  /** By recipient, however it is spelled. */
  const lines = new Map<string, number>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const cells = readCells(raw.trim());
    if (cells.length === 0) continue;
    if (rows.length === 0 && cells.every((cell) => HEADINGS.has(cell.toLowerCase()))) continue;
    const row = readRow(cells);
    const key = typeof row === "string" ? null : keyOf(row);
    const before = key === null ? undefined : lines.get(key);
    if (typeof row === "string" || before !== undefined) {
      const reason = typeof row === "string" ? row : `The same recipient as in line ${before}.`;
      problems.push({ line: index + 1, text: raw.trim().slice(0, 120), reason });
      continue;
    }
    rows.push(row);
    if (key !== null) lines.set(key, index + 1);
  }
  return { rows, problems };
}

function keyOf({ type, id }: RecipientRow): string {
  return Object.values(normalizeIdentity(type, cleanIdentityInput(type, id))).join(" ");
}

/** The cells of a line. With one cell too many, a comma between digits at its end is a decimal one. */
function readCells(line: string): string[] {
  const columns = split(line, /[;\t]/);
  if (columns.length > 1) return columns;
  const cells = split(line, /,|\s+(?=[^\s%])/);
  const named = TYPE_WORDS.has(cells[0]?.toLowerCase() ?? "") ? 1 : 0;
  const hasComma = /\d,\d+\s*%?$/.test(line);
  return hasComma && cells.length === named + 3
    ? [...cells.slice(0, -2), cells.slice(-2).join(",")]
    : cells;
}

/** Splits a line at separators that are not in quotes. Empty cells are left out. */
function split(line: string, separator: RegExp): string[] {
  const quoted: string[] = [];
  // A private-use character in place of each quoted cell.
  const bare = line.replace(
    /"([^"]*)"/g,
    (_, cell: string) => `\uE000${quoted.push(cell) - 1}\uE001`,
  );
  return bare
    .split(separator)
    .map((cell) => cell.replace(/\uE000(\d+)\uE001/g, (_, at) => quoted[Number(at)] ?? "").trim())
    .filter((cell) => cell !== "");
}

/** @returns the recipient, or why there is none */
function readRow(cells: readonly string[]): RecipientRow | string {
  const named = TYPE_WORDS.get(cells[0]?.toLowerCase() ?? "");
  const [who, written = "", ...rest] = named === undefined ? cells : cells.slice(1);
  if (who === undefined) return "The recipient is missing.";
  if (rest.length > 0) return "Write one recipient and at most one percentage per line.";
  const identity = named === undefined ? guessIdentity(who) : { type: named, id: who };
  if (identity === null) return explainUnknown(who);
  if (written === "") return { ...identity, share: "" };
  // No list has shares of thousands: a comma is a decimal comma in every language.
  const share = written.replace(/^(\d{1,3}),(\d+)(?=\s*%?$)/, "$1.$2");
  const problem = explainPercent(share, SHARE_DECIMALS);
  if (problem !== null) return /^[A-Z]/.test(problem) ? problem : `The percentage ${problem}.`;
  return { ...identity, share: tidyPercent(share, SHARE_DECIMALS) ?? share };
}

function explainUnknown(who: string): string {
  return /^[\w.-]+$/.test(who)
    ? `For a username, write @${who} for X or farcaster:${who}.`
    : "Not an address, an email or a username.";
}
