import { BRAND_BYTES_MAX, brandsOf, isAvif } from "@/lib/shared/text/content-type";

/** Limits of an image. Source: docs/decisions.md, "Launch API"; frames and edges are our choice. */
export const IMAGE_LIMITS = {
  bytesMax: 10 * 1024 * 1024,
  /** Sum over all frames. */
  pixelsMax: 40_000_000,
  framesMax: 150,
  /** Maximum edge of stored images in pixels. */
  edgeMax: 2048,
  animationEdgeMax: 512,
  /** Maximum size of stored images; larger ones are scaled down. */
  storedBytesMax: 2 * 1024 * 1024,
  storedAnimationBytesMax: 4 * 1024 * 1024,
  /**
   * Different views that are classified: a frame is one view, or two if it is transparent (on white and
   * on black). Uploads lose further frames; animations from IPFS with more are rejected.
   */
  viewsMax: 64,
} as const;

export type ImageFormat = "png" | "jpeg" | "gif" | "webp" | "avif";

/** The properties of an image that are read before it is decoded. */
export type ImageHeader = { width: number; height: number; frames: number };

/** Detects the format from the first bytes; null if unknown. */
export function sniffImageFormat(bytes: Uint8Array): ImageFormat | null {
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0x89 && ascii(1, 8) === "PNG\r\n\u001a\n") return "png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (ascii(0, 6) === "GIF87a" || ascii(0, 6) === "GIF89a") return "gif";
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") return "webp";
  return isAvif(bytes) ? "avif" : null;
}

/** Why an image of this size is rejected, or null. */
export function findImageProblem({ width, height, frames }: ImageHeader): string | null {
  const { pixelsMax, framesMax } = IMAGE_LIMITS;
  if (frames > framesMax) return `The image has ${frames} frames; at most ${framesMax} are allowed`;
  const pixels = width * height * frames;
  if (pixels <= pixelsMax) return null;
  const size = `${width} x ${height}${frames > 1 ? ` x ${frames} frames` : ""}`;
  return `The image is too large (${size}); at most ${pixelsMax / 1e6} megapixels are allowed`;
}

/** Indices of up to `max` frames, evenly spread over `count`, with the first and the last. */
export function spreadFrames(count: number, max: number): number[] {
  if (count <= max) return Array.from({ length: count }, (_, index) => index);
  if (max === 1) return [0];
  return Array.from({ length: max }, (_, at) => Math.round((at * (count - 1)) / (max - 1)));
}

/** Browsers show frames of up to 10 ms for 100 ms. */
const FAST_MS = { max: 10, shown: 100 } as const;

/**
 * The durations of the kept frames: each is shown until the next one, so that the animation is as long as
 * before.
 * @param delaysMs the duration of each frame
 * @param kept ascending indices, starting with 0
 */
export function keptDelays(delaysMs: readonly number[], kept: readonly number[]): number[] {
  return kept.map((from, at) =>
    delaysMs
      .slice(from, kept[at + 1] ?? delaysMs.length)
      .reduce((sum, ms) => sum + (ms <= FAST_MS.max ? FAST_MS.shown : ms), 0),
  );
}

/**
 * Whether browsers may show more frames than the first one, which is all that the decoder reads:
 * animated PNG or AVIF.
 */
export function mayHideFrames(format: ImageFormat, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === "avif") {
    // The brands after the limit are unknown.
    if (view.getUint32(0) > BRAND_BYTES_MAX) return true;
    return brandsOf(bytes).some((brand) => ["avis", "msf1"].includes(brand));
  }
  if (format !== "png") return false;
  const typeAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  // The animation chunk precedes the first chunk of image data.
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = typeAt(at + 4);
    if (type === "acTL") return true;
    if (type === "IDAT") return false;
  }
  return false;
}
