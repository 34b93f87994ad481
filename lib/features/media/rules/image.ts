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
  /** Frames of an animation that are classified. */
  moderatedFramesMax: 8,
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
  if (ascii(4, 8) === "ftyp" && ["avif", "avis"].includes(ascii(8, 12))) return "avif";
  return null;
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

/** Indices of up to `max` frames, evenly spread over `count`, starting with the first. */
export function spreadFrames(count: number, max: number): number[] {
  const chosen = Math.min(count, max);
  return Array.from({ length: chosen }, (_, index) => Math.floor((index * count) / chosen));
}

/**
 * Whether browsers may show more frames than the first one, which is all that the decoder reads:
 * animated PNG or AVIF.
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
  // The animation chunk precedes the first chunk of image data.
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = typeAt(at + 4);
    if (type === "acTL") return true;
    if (type === "IDAT") return false;
  }
  return false;
}
