/** Limits of a picture. Source: docs/decisions.md, "Launch API"; frames and edges are ours. */
export const IMAGE_LIMITS = {
  bytesMax: 10 * 1024 * 1024,
  /** Over all frames. */
  pixelsMax: 40_000_000,
  framesMax: 150,
  /** What is stored fits into a square of this many pixels. */
  edgeMax: 2048,
  animationEdgeMax: 512,
  /** What is stored has at most so many bytes; a larger one is made smaller. */
  storedBytesMax: 2 * 1024 * 1024,
  storedAnimationBytesMax: 4 * 1024 * 1024,
  /** How many frames of an animation are looked at by the moderation. */
  moderatedFramesMax: 8,
} as const;

/** Widths in which a stored picture is also served, in pixels. */
export const THUMBNAIL_WIDTHS = [64, 128, 256, 512] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

export type ImageFormat = "png" | "jpeg" | "gif" | "webp" | "avif";

/** What of a picture is read before it is decoded. */
export type ImageHeader = { width: number; height: number; frames: number };

/** The format that the first bytes show, or null. Names and declared types don't matter. */
export function sniffImageFormat(bytes: Uint8Array): ImageFormat | null {
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0x89 && ascii(1, 8) === "PNG\r\n\u001a\n") return "png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (ascii(0, 6) === "GIF87a" || ascii(0, 6) === "GIF89a") return "gif";
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") return "webp";
  if (ascii(4, 8) === "ftyp" && ["avif", "avis"].includes(ascii(8, 12))) return "avif";
  return null;
}

/** Why a picture of this size is not taken, or null. */
export function findImageProblem({ width, height, frames }: ImageHeader): string | null {
  const { pixelsMax, framesMax } = IMAGE_LIMITS;
  if (frames > framesMax) return `The image has ${frames} frames; at most ${framesMax} are taken`;
  const pixels = width * height * frames;
  if (pixels <= pixelsMax) return null;
  const size = `${width} x ${height}${frames > 1 ? ` x ${frames} frames` : ""}`;
  return `The image is too large (${size}); at most ${pixelsMax / 1e6} megapixels are taken`;
}

/** Up to `max` evenly spread of `count` frames, the first among them. */
export function spreadFrames(count: number, max: number): number[] {
  const chosen = Math.min(count, max);
  return Array.from({ length: chosen }, (_, index) => Math.floor((index * count) / chosen));
}

/**
 * Whether browsers may show more of a file than its first picture, which is all that our decoder reads
 * of its format: an animated PNG or AVIF.
 */
export function mayHideFrames(format: ImageFormat, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const typeAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (format === "avif") {
    const end = Math.min(view.getUint32(0), bytes.length, 256);
    for (let at = 8; at + 4 <= end; at += 4) {
      if (["avis", "msf1"].includes(typeAt(at))) return true;
    }
    return false;
  }
  if (format !== "png") return false;
  // The chunk that makes an animation stands before the first of the picture.
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = typeAt(at + 4);
    if (type === "acTL") return true;
    if (type === "IDAT") return false;
  }
  return false;
}
