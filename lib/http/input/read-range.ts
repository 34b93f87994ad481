export type ByteRange = { start: number; length: number };

/**
 * The single byte range that a request specifies (RFC 9110, section 14). Null means all: no range,
 * several ranges, or an invalid one, which a server may ignore.
 */
export function readRange(
  header: string | null,
  sizeBytes: number,
): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (match === null) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? "unsatisfiable" : { start: sizeBytes - length, length };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= sizeBytes) return "unsatisfiable";
  const end = last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return { start, length: end - start + 1 };
}
