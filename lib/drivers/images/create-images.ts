import sharp, { type Channels, type Metadata, type Sharp } from "sharp";
import type { RgbFrame } from "@/lib/drivers/moderation/classifier";
import { findHiddenFile } from "@/lib/features/media/rules/find-hidden-file";
import {
  findImageProblem,
  IMAGE_LIMITS,
  type ImageFormat,
  keptDelays,
  sniffImageFormat,
  spreadFrames,
} from "@/lib/features/media/rules/image";
import type { ThumbnailWidth } from "@/lib/features/media/rules/thumbnail";
import { createSemaphore, SemaphoreFullError } from "@/lib/support/create-semaphore";
import { createFingerprints } from "./create-fingerprints";
import {
  type CleanImage,
  type ImageQueue,
  ImageRefusedError,
  ImagesBusyError,
} from "./image-types";
import { readViews } from "./read-views";

/** Processing one image may need 40 megapixels of memory, so few run at once. */
const CONCURRENCY = { runningMax: 2, waitingMax: 32 };
/** Removals by moderators must not wait for uploads, of which there may be many at that time. */
const REMOVALS = { runningMax: 1, waitingMax: 32 };
const DECODE_SECONDS_MAX = 20;
const JPEG_QUALITY = 88;
const WEBP_QUALITY = 84;
/** Four times as fast as the default; files are a few percent larger. */
const WEBP_EFFORT = { still: 3, animated: 0 };

const NO_IMAGE = "The image must be a PNG, JPEG, GIF, WebP or AVIF file";
const DAMAGED = "The image is damaged or incomplete";

/**
 * Reads and writes images with libvips. Its loaders are limited, process-wide, to the supported
 * formats. All uploads of a process share one semaphore; removals have another one.
 */
export function createImages() {
  allowLoaders();
  const queues = { uploads: createSemaphore(CONCURRENCY), removals: createSemaphore(REMOVALS) };

  async function runLimited<T>(task: () => Promise<T>, queue: ImageQueue = "uploads"): Promise<T> {
    return queues[queue](() => decode(task)).catch((error: unknown) => {
      if (!(error instanceof SemaphoreFullError)) throw error;
      throw new ImagesBusyError("Too many images at once", { cause: error });
    });
  }

  return {
    /**
     * Checks that the bytes are one image within the limits, without decoding pixels.
     * @throws ImageRefusedError
     */
    inspect,
    /**
     * Decodes an inspected image and encodes it again: JPEG and PNG keep their format, all others
     * become WebP. Animations stay animated; those with too many views for the moderation lose frames
     * and keep their duration.
     * @throws ImageRefusedError, ImagesBusyError
     */
    clean: (bytes: Uint8Array, format: ImageFormat): Promise<CleanImage> =>
      runLimited(() => clean(bytes, format)),
    /**
     * All that viewers see of an inspected image that is served unchanged: every different frame,
     * transparent ones on white and on black. May be more than `IMAGE_LIMITS.viewsMax`.
     * @throws ImageRefusedError, ImagesBusyError
     */
    toViews: (bytes: Uint8Array, format: ImageFormat, queue?: ImageQueue): Promise<RgbFrame[]> =>
      runLimited(() => readViews(() => open(bytes, format)), queue),
    /** Caches the fingerprints of views. */
    fingerprints: createFingerprints(),
    /**
     * The ICC profile of an inspected image, which is applied when it is decoded; null if it has none.
     * @throws ImageRefusedError
     */
    async readProfile(bytes: Uint8Array, format: ImageFormat): Promise<Uint8Array | null> {
      return (await readHeader(bytes, format)).icc ?? null;
    },
    /**
     * A WebP of at most `width` pixels, animated if the image is. Does not use the upload
     * semaphore: `Thumbnails` has its own.
     * @throws ImageRefusedError when the bytes are not an image that can be shown
     */
    async toThumbnail(bytes: Uint8Array, width: ThumbnailWidth): Promise<Uint8Array> {
      const format = await inspect(bytes);
      const isStill = framesIn(await readHeader(bytes, format)).frames === 1;
      return decode(() =>
        // libvips would turn all frames of an animation as one tall image.
        (isStill ? open(bytes, format).autoOrient() : open(bytes, format))
          .resize({ width, height: width, fit: "inside", withoutEnlargement: true })
          .webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT.animated })
          .toBuffer(),
      );
    },
  };
}

export type Images = ReturnType<typeof createImages>;

/** Decoder messages name internal files and code; users get a description instead. */
async function decode<T>(task: () => Promise<T>): Promise<T> {
  return task().catch((error: unknown) => {
    if (error instanceof ImageRefusedError) throw error;
    throw new ImageRefusedError(DAMAGED, { cause: error });
  });
}

/** Blocks SVG, TIFF, PDF and all other formats that libvips was built with. */
function allowLoaders(): void {
  const loaders = ["Png", "Jpeg", "Webp", "Nsgif", "Heif"].map((name) => `VipsForeignLoad${name}`);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: loaders });
  // Every upload is a different file, so a cache of opened files only uses memory.
  sharp.cache(false);
}

function open(bytes: Uint8Array, format: ImageFormat): Sharp {
  const isAnimated = format === "gif" || format === "webp";
  return sharp(bytes, {
    limitInputPixels: IMAGE_LIMITS.pixelsMax,
    failOn: "truncated",
    ...(isAnimated ? { pages: -1 } : {}),
  }).timeout({ seconds: DECODE_SECONDS_MAX });
}

async function inspect(bytes: Uint8Array): Promise<ImageFormat> {
  const format = sniffImageFormat(bytes);
  if (format === null) throw new ImageRefusedError(NO_IMAGE);
  const hidden = findHiddenFile(format, bytes);
  if (hidden !== null) throw new ImageRefusedError(`The image carries ${hidden} inside`);
  const header = await readHeader(bytes, format);
  const problem = findImageProblem(framesIn(header));
  if (problem !== null) throw new ImageRefusedError(problem);
  return format;
}

async function readHeader(bytes: Uint8Array, format: ImageFormat): Promise<Metadata> {
  let header: Metadata;
  try {
    header = await open(bytes, format).metadata();
  } catch (cause) {
    const isTooLarge = cause instanceof Error && /pixel limit|too large/i.test(cause.message);
    const text = `The image is too large; at most ${IMAGE_LIMITS.pixelsMax / 1e6} megapixels are allowed`;
    throw new ImageRefusedError(isTooLarge ? text : DAMAGED, { cause });
  }
  // Of HEIF, the decoder has only AVIF. It reads `compression` from the major brand, which may be a general one.
  const found = header.format === "heif" ? "avif" : header.format;
  if (found !== format) throw new ImageRefusedError(NO_IMAGE);
  return header;
}

/** libvips stacks the frames of an animation into one tall image. */
function framesIn({ width, height, pages = 1, pageHeight = height }: Metadata) {
  return { width, height: pageHeight, frames: pages };
}

/** Scales to try when an image of noise exceeds the size limit. */
const SMALLER = [1, 0.7, 0.5, 0.35];

async function clean(bytes: Uint8Array, format: ImageFormat): Promise<CleanImage> {
  const { viewsMax } = IMAGE_LIMITS;
  const header = await readHeader(bytes, format);
  const source = { bytes, format, header };
  const image = await shrink({ ...source, framesMax: viewsMax });
  // Views of what is stored: the encoder may make equal frames different.
  if (image.views.length <= viewsMax) return image;
  return shrink({ ...source, framesMax: viewsMax / VIEWS_PER_FRAME });
}

/** A transparent frame is seen on two backgrounds. */
const VIEWS_PER_FRAME = 2;

type Source = { bytes: Uint8Array; format: ImageFormat; header: Metadata; framesMax: number };

/** The image in the largest of these sizes that may be stored. */
async function shrink(source: Source): Promise<CleanImage> {
  const isMoving = framesIn(source.header).frames > 1;
  const edgeMax = isMoving ? IMAGE_LIMITS.animationEdgeMax : IMAGE_LIMITS.edgeMax;
  const bytesMax = isMoving ? IMAGE_LIMITS.storedAnimationBytesMax : IMAGE_LIMITS.storedBytesMax;
  for (const scale of SMALLER) {
    // PNG hardly compresses noise; WebP does at any size.
    const target = scale === 1 ? source.format : "webp";
    const image = await encodeWithin(Math.round(edgeMax * scale), target, source);
    if (image.bytes.byteLength > bytesMax) continue;
    const stored = target === "png" || target === "jpeg" ? target : "webp";
    return { ...image, views: await readViews(() => open(image.bytes, stored)) };
  }
  throw new ImageRefusedError("The image has more detail than can be stored. Make it smaller.");
}

async function encodeWithin(
  edge: number,
  target: ImageFormat,
  source: Source,
): Promise<Omit<CleanImage, "views">> {
  const { bytes, format, header, framesMax } = source;
  const { frames } = framesIn(header);
  // libvips would turn all frames of an animation as one tall image.
  const turn = frames > 1 ? TURNS[header.orientation ?? 1] : undefined;
  const opened = open(bytes, format);
  const sized = (frames > 1 ? opened : opened.autoOrient())
    .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb");
  const image =
    frames > framesMax || turn !== undefined
      ? await encodeFrames(sized, header, { framesMax, turn })
      : encode(sized, target, frames);
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return {
    bytes: data,
    type: target === "png" || target === "jpeg" ? `image/${target}` : "image/webp",
    width: info.width,
    height: info.pageHeight ?? info.height,
    frames: Math.min(frames, framesMax),
  };
}

function encode(image: Sharp, format: ImageFormat, frames: number): Sharp {
  if (format === "png") return image.png({ compressionLevel: 6 });
  if (format === "jpeg") return image.jpeg({ quality: JPEG_QUALITY });
  const effort = frames > 1 ? WEBP_EFFORT.animated : WEBP_EFFORT.still;
  return image.webp({ quality: WEBP_QUALITY, effort });
}

type Turn = { angle: number; isMirrored: boolean };
/** How to turn an image upright, by its EXIF orientation: mirror left to right, then turn clockwise. */
const TURNS: Readonly<Record<number, Turn>> = {
  2: { angle: 0, isMirrored: true },
  3: { angle: 180, isMirrored: false },
  4: { angle: 180, isMirrored: true },
  5: { angle: 270, isMirrored: true },
  6: { angle: 90, isMirrored: false },
  7: { angle: 90, isMirrored: true },
  8: { angle: 270, isMirrored: false },
};

/** Encodes up to `framesMax` of the frames of an animation, turned upright; its duration stays. */
async function encodeFrames(
  image: Sharp,
  header: Metadata,
  { framesMax, turn }: { framesMax: number; turn: Turn | undefined },
): Promise<Sharp> {
  const { frames } = framesIn(header);
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { channels } = info;
  const stored = { width: info.width, height: info.height / frames, channels };
  const frameBytes = stored.width * stored.height * channels;
  const kept = spreadFrames(frames, framesMax);
  const pixels: Buffer[] = [];
  for (const at of kept) {
    const frame = data.subarray(at * frameBytes, (at + 1) * frameBytes);
    pixels.push(turn === undefined ? frame : await turned(frame, stored, turn));
  }
  const isOnSide = turn !== undefined && turn.angle % 180 !== 0;
  const [width, pageHeight] = isOnSide
    ? [stored.height, stored.width]
    : [stored.width, stored.height];
  const raw = { width, height: pageHeight * kept.length, channels, pageHeight };
  return sharp(Buffer.concat(pixels), { raw }).webp({
    quality: WEBP_QUALITY,
    effort: WEBP_EFFORT.animated,
    delay: keptDelays(header.delay ?? [], kept),
    loop: header.loop ?? 0,
  });
}

/** The raw pixels of a frame after a turn. */
function turned(
  frame: Buffer,
  raw: { width: number; height: number; channels: Channels },
  { angle, isMirrored }: Turn,
): Promise<Buffer> {
  return sharp(frame, { raw }).flop(isMirrored).rotate(angle).raw().toBuffer();
}
