/** Bytes that `isVideoContainer` needs. */
export const CONTAINER_HEAD_BYTES = 8;

/** The first box of an MP4 or QuickTime file. Others may come first only in fragments. */
const BOXES = ["ftyp", "styp", "moof", "sidx", "emsg", "prft", "free"];
/** The id of the EBML header, with which Matroska and WebM begin. */
const EBML = [0x1a, 0x45, 0xdf, 0xa3];

/**
 * Whether a file can be one that `probeVideo` reads: MP4, QuickTime, Matroska or WebM. It decides by
 * the first bytes only, so that unsuitable files are rejected before they are processed.
 */
export function isVideoContainer(head: Uint8Array): boolean {
  if (head.length < CONTAINER_HEAD_BYTES) return false;
  if (EBML.every((byte, index) => head[index] === byte)) return true;
  return BOXES.includes(String.fromCharCode(...head.subarray(4, 8)));
}
