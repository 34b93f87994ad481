import { normalizeBlock } from "./moderation";

/** An IP address in the form of the database; null if it is none. */
export function ipOf(address: string): string | null {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  return normalizeBlock("network", bare) === null ? null : bare;
}
