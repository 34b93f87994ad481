/** Signatures of the media types that may be displayed. */
const SIGNATURES = [
  { type: "image/png", at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/jpeg", at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: "image/gif", at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: "image/webp", at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { type: "video/mp4", at: 4, bytes: [0x66, 0x74, 0x79, 0x70] },
  { type: "video/mp4", at: 4, bytes: [0x73, 0x74, 0x79, 0x70] },
  { type: "video/mp4", at: 4, bytes: [0x6d, 0x6f, 0x6f, 0x66] },
  { type: "video/webm", at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  {
    type: "application/vnd.apple.mpegurl",
    at: 0,
    bytes: [0x23, 0x45, 0x58, 0x54, 0x4d, 0x33, 0x55],
  },
] as const;

/** Bytes to inspect: the head of a file, or the whole file up to this size if it may be JSON. */
export const SNIFF_BYTES = { head: 64, json: 256 * 1024 } as const;

/** Whether a file may be JSON by its head, so that the whole file must be inspected. */
export function mayBeJson(head: Uint8Array): boolean {
  return head[0] === 0x7b || head[0] === 0x5b;
}

/**
 * Detects the media type of a file by its bytes. An unknown file is JSON if it parses, otherwise
 * `application/octet-stream`; never HTML, SVG or a script, whatever type was declared.
 * @param content head of the file; the whole file if `mayBeJson`
 */
export function sniffContentType(content: Uint8Array): string {
  // Before the signatures: one of them is any file that begins with an `ftyp` box.
  if (isAvif(content)) return "image/avif";
  for (const { type, at, bytes } of SIGNATURES) {
    if (bytes.every((byte, index) => content[at + index] === byte)) return type;
  }
  return isJson(content) ? "application/json" : "application/octet-stream";
}

/** Whether the head of a file is that of an AVIF image, also of one whose major brand is a general one. */
export function isAvif(head: Uint8Array): boolean {
  return brandsOf(head).some((brand) => ["avif", "avis"].includes(brand));
}

/** `brandsOf` reads no further: common files have fewer than ten brands. */
export const BRAND_BYTES_MAX = 256;

/**
 * The brands of a file that begins with an `ftyp` box: the major one, which may be a general one, and the
 * compatible ones. Empty for any other file.
 */
export function brandsOf(head: Uint8Array): string[] {
  const ascii = (from: number) => String.fromCharCode(...head.subarray(from, from + 4));
  if (ascii(4) !== "ftyp") return [];
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const end = Math.min(view.getUint32(0), head.length, BRAND_BYTES_MAX);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) {
    // The minor version is between them.
    if (at !== 12) brands.push(ascii(at));
  }
  return brands;
}

function isJson(content: Uint8Array): boolean {
  if (!mayBeJson(content)) return false;
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
    return true;
  } catch {
    // The parser reports invalid JSON only by throwing.
    return false;
  }
}
