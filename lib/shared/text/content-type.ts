/** Signatures of the media types that may be displayed. */
const SIGNATURES = [
  { type: "image/png", at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/jpeg", at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: "image/gif", at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: "image/webp", at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { type: "image/avif", at: 4, bytes: [0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69] },
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
  for (const { type, at, bytes } of SIGNATURES) {
    if (bytes.every((byte, index) => content[at + index] === byte)) return type;
  }
  return isJson(content) ? "application/json" : "application/octet-stream";
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
