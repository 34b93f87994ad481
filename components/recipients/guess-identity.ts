import type { IdentityType } from "@/lib/shared/identity";

/** The types of identities as users write them. A map, because an object also has `constructor`. */
export const TYPE_WORDS: ReadonlyMap<string, IdentityType> = new Map([
  ["wallet", "wallet"],
  ["address", "wallet"],
  ["email", "email"],
  ["e-mail", "email"],
  ["twitter", "twitter"],
  ["x", "twitter"],
  ["farcaster", "farcaster"],
  ["fc", "farcaster"],
]);
const PROFILE_HOSTS: ReadonlyMap<string, IdentityType> = new Map([
  ["x.com", "twitter"],
  ["twitter.com", "twitter"],
  ["farcaster.xyz", "farcaster"],
  ["warpcast.com", "farcaster"],
]);

/**
 * An address as wallets and QR codes write it, without the scheme and with a lower-case `0x`. One in capitals has
 * no checksum.
 */
export function cleanAddress(text: string): string {
  return text
    .trim()
    .replace(/^ethereum:/i, "")
    .replace(/^0X[\dA-F]*$/, (capitals) => capitals.toLowerCase())
    .replace(/^0X/, "0x");
}

/** Infers the identity type of a text; null when ambiguous. */
export function guessIdentity(text: string): { type: IdentityType; id: string } | null {
  const value = text.trim();
  const address = cleanAddress(value);
  if (/^0x[0-9a-fA-F]*$/.test(address)) return { type: "wallet", id: address };
  const prefixed = /^([a-z-]+):@?(.+)$/i.exec(value);
  const type = TYPE_WORDS.get(prefixed?.[1]?.toLowerCase() ?? "");
  if (prefixed?.[2] !== undefined && type !== undefined) return { type, id: prefixed[2] };
  const profile = readProfileLink(value);
  if (profile !== null) return profile;
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value)) return { type: "email", id: value };
  const handle = /^@(\w+)$/.exec(value)?.[1];
  return handle === undefined ? null : { type: "twitter", id: handle };
}

function readProfileLink(value: string): { type: IdentityType; id: string } | null {
  // Apps add a query to the links that they share.
  const match = /^(?:https?:\/\/)?(?:(?:www|mobile)\.)?([a-z.]+)\/@?(\w+)\/?(?:[?#].*)?$/i.exec(
    value,
  );
  const type = PROFILE_HOSTS.get(match?.[1]?.toLowerCase() ?? "");
  return match?.[2] === undefined || type === undefined ? null : { type, id: match[2] };
}
