import type { IdentityType } from "@/lib/shared/identity";

/** Recipient in a form. `share` is a percentage as text; empty for equal shares. */
export type RecipientRow = { type: IdentityType; id: string; share: string };

/** Recipients parsed from a list, and the lines that could not be parsed. */
export type RecipientList = { rows: RecipientRow[]; problems: { line: number; text: string }[] };

const TYPE_WORDS: Record<string, IdentityType> = {
  wallet: "wallet",
  address: "wallet",
  email: "email",
  "e-mail": "email",
  twitter: "twitter",
  x: "twitter",
  farcaster: "farcaster",
  fc: "farcaster",
};
const PROFILE_HOSTS: Record<string, IdentityType> = {
  "x.com": "twitter",
  "twitter.com": "twitter",
  "farcaster.xyz": "farcaster",
  "warpcast.com": "farcaster",
};
const HEADINGS = new Set(["id", "type", "recipient", "address", "wallet", "share", "split"]);

/**
 * Parses recipients from text or CSV, one per line: `identity`, `identity, percent`, or `type,
 * identity, percent`. `@name` is an X user; Farcaster needs `farcaster:name` or a profile link. A
 * header line is skipped.
 */
export function parseRecipientList(text: string): RecipientList {
  const rows: RecipientRow[] = [];
  const problems: RecipientList["problems"] = [];
  text.split(/\r?\n/).forEach((raw, index) => {
    const cells = raw
      .split(/[,;\t]|\s+(?=[^\s%])/)
      .map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"))
      .filter((cell) => cell !== "");
    if (cells.length === 0) return;
    if (rows.length === 0 && cells.every((cell) => HEADINGS.has(cell.toLowerCase()))) return;
    const row = readCells(cells);
    if (row === null) problems.push({ line: index + 1, text: raw.trim().slice(0, 120) });
    else rows.push(row);
  });
  return { rows, problems };
}

function readCells(cells: readonly string[]): RecipientRow | null {
  const named = TYPE_WORDS[cells[0]?.toLowerCase() ?? ""];
  const [who, share, ...rest] = named === undefined ? cells : cells.slice(1);
  if (who === undefined || rest.length > 0) return null;
  const identity = named === undefined ? guessIdentity(who) : { type: named, id: who };
  return identity === null ? null : { ...identity, share: (share ?? "").replace(/\s*%$/, "") };
}

/** Infers the identity type of a text; null when ambiguous. */
export function guessIdentity(text: string): { type: IdentityType; id: string } | null {
  const value = text.trim();
  if (/^0x[0-9a-fA-F]*$/.test(value)) return { type: "wallet", id: value };
  const prefixed = /^([a-z-]+):@?(.+)$/i.exec(value);
  const type = TYPE_WORDS[prefixed?.[1]?.toLowerCase() ?? ""];
  if (prefixed?.[2] !== undefined && type !== undefined) return { type, id: prefixed[2] };
  const profile = readProfileLink(value);
  if (profile !== null) return profile;
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value)) return { type: "email", id: value };
  const handle = /^@(\w+)$/.exec(value)?.[1];
  return handle === undefined ? null : { type: "twitter", id: handle };
}

function readProfileLink(value: string): { type: IdentityType; id: string } | null {
  const match = /^(?:https?:\/\/)?(?:www\.)?([a-z.]+)\/@?(\w+)\/?$/i.exec(value);
  const type = PROFILE_HOSTS[match?.[1]?.toLowerCase() ?? ""];
  return match?.[2] === undefined || type === undefined ? null : { type, id: match[2] };
}
