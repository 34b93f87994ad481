/** Only the head is matched by the pattern: the rest may be megabytes. */
const HEAD = /^(?:data:)?[^,;]{0,100}(?:;[^,;]{1,100}){0,4}?;base64,/i;
const HEAD_LENGTH_MAX = 600;

/**
 * The bytes of a base64 data URI, or of base64 without that head; null for anything else. A declared
 * type is not looked at.
 * @returns `too_long` when it would decode to more than `bytesMax`; nothing is decoded then
 */
export function decodeBase64(text: string, bytesMax: number): Uint8Array | "too_long" | null {
  const head = HEAD.exec(text.slice(0, HEAD_LENGTH_MAX))?.[0] ?? "";
  const length = text.length - head.length;
  if (length % 4 !== 0) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const size = (length / 4) * 3 - padding;
  if (size > bytesMax) return "too_long";
  const data = text.slice(head.length);
  // The decoder skips what is no base64, so that fewer bytes come out, and reads URLs' alphabet too.
  // A pattern over megabytes would take ten times as long.
  const bytes = Buffer.from(data, "base64");
  const isUrlAlphabet = data.includes("-") || data.includes("_");
  return bytes.byteLength === size && !isUrlAlphabet ? bytes : null;
}
