import { createHash } from "node:crypto";

/**
 * Equal for requests that ask for the same, whatever the order of their fields, the spelling of
 * numbers and the fields that are ignored: it is taken of the parsed request.
 */
export function fingerprintOf(request: object): string {
  return createHash("sha256").update(JSON.stringify(request, sorted)).digest("hex");
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
