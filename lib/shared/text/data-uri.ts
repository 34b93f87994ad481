/** Matches only the head of a data URI; the rest may be megabytes. */
const HEAD = /^(?:data:)?[^,;]{0,100}(?:;[^,;]{1,100}){0,4}?;base64,/i;
const HEAD_LENGTH_MAX = 600;

/**
 * Decodes a base64 data URI, or plain base64. Ignores the declared type.
 * @returns the bytes, null if the text is not base64, or `too_long` (without decoding) if the result
 *   would exceed `bytesMax`
 */
export function decodeBase64(text: string, bytesMax: number): Uint8Array | "too_long" | null {
  const head = HEAD.exec(text.slice(0, HEAD_LENGTH_MAX))?.[0] ?? "";
  const length = text.length - head.length;
  if (length % 4 !== 0) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const size = (length / 4) * 3 - padding;
  if (size > bytesMax) return "too_long";
  const data = text.slice(head.length);
  // The decoder skips invalid characters, which shortens the result, and accepts base64url. Checking
  // both afterwards is 10 times faster than a regular expression over megabytes.
  const bytes = Buffer.from(data, "base64");
  const isUrlAlphabet = data.includes("-") || data.includes("_");
  return bytes.byteLength === size && !isUrlAlphabet ? bytes : null;
}
