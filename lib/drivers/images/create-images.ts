import sharp, { type Metadata, type Sharp } from "sharp";
import type { RgbFrame } from "@/lib/drivers/moderation/moderator";
import { findHiddenFile } from "@/lib/features/media/rules/find-hidden-file";
import {
  findImageProblem,
  IMAGE_LIMITS,
  type ImageFormat,
  sniffImageFormat,
  spreadFrames,
} from "@/lib/features/media/rules/image";
import { FRAME_SIZE } from "@/lib/features/media/rules/moderation";
import type { ThumbnailWidth } from "@/lib/features/media/rules/thumbnail";
import { createSemaphore, SemaphoreFullError } from "@/lib/support/create-semaphore";
import { type CleanImage, ImageRefusedError, ImagesBusyError } from "./images";

/** Processing one image may need 40 megapixels of memory, so few run at once. */
const CONCURRENCY = { runningMax: 2, waitingMax: 32 };
const DECODE_SECONDS_MAX = 20;
const JPEG_QUALITY = 88;
const WEBP_QUALITY = 84;
/** Four times as fast as the default; files are a few percent larger. */
const WEBP_EFFORT = { still: 3, animated: 0 };

const NO_IMAGE = "The image must be a PNG, JPEG, GIF, WebP or AVIF file";
const DAMAGED = "The image is damaged or incomplete";
const BACKGROUNDS = ["#ffffff", "#000000"] as const;

/**
 * Reads and writes images with libvips. Its loaders are limited, process-wide, to the supported
 * formats. All uploads of a process share one semaphore.
 */
export function createImages() {
  allowLoaders();
  const semaphore = createSemaphore(CONCURRENCY);

  async function runLimited<T>(task: () => Promise<T>): Promise<T> {
    return semaphore(() => decode(task)).catch((error: unknown) => {
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
     * become WebP. Animations stay animated.
     * @throws ImageRefusedError, ImagesBusyError
     */
    clean: (bytes: Uint8Array, format: ImageFormat): Promise<CleanImage> =>
      runLimited(() => clean(bytes, format)),
    /**
     * Frames for the moderation: the image, or up to 8 frames of an animation. A transparent image
     * is rendered on white and on black.
     * @throws ImageRefusedError, ImagesBusyError
     */
    toFrames: (image: CleanImage): Promise<RgbFrame[]> => runLimited(() => toFrames(image)),
    /**
     * A WebP of at most `width` pixels, animated if the image is. Does not use the upload
     * semaphore: `Thumbnails` has its own.
     * @throws ImageRefusedError when the bytes are not an image that can be shown
     */
    async toThumbnail(bytes: Uint8Array, width: ThumbnailWidth): Promise<Uint8Array> {
      const format = await inspect(bytes);
      return decode(() =>
        open(bytes, format)
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
  const isAvif = header.format === "heif" && header.compression === "av1";
  const found = isAvif ? "avif" : header.format;
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
  const { frames } = framesIn(await readHeader(bytes, format));
  const isMoving = frames > 1;
  const edgeMax = isMoving ? IMAGE_LIMITS.animationEdgeMax : IMAGE_LIMITS.edgeMax;
  const bytesMax = isMoving ? IMAGE_LIMITS.storedAnimationBytesMax : IMAGE_LIMITS.storedBytesMax;
  for (const scale of SMALLER) {
    // PNG hardly compresses noise; WebP does at any size.
    const target = scale === 1 ? format : "webp";
    const edge = Math.round(edgeMax * scale);
    const image = await encodeWithin(edge, { bytes, format, target, frames });
    if (image.bytes.byteLength <= bytesMax) return image;
  }
  throw new ImageRefusedError("The image has more detail than can be stored. Make it smaller.");
}

async function encodeWithin(
  edge: number,
  of: { bytes: Uint8Array; format: ImageFormat; target: ImageFormat; frames: number },
): Promise<CleanImage> {
  const { bytes, format, target, frames } = of;
  const upright = open(bytes, format)
    .autoOrient()
    .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb");
  const { data, info } = await encode(upright, target, frames).toBuffer({
    resolveWithObject: true,
  });
  return {
    bytes: data,
    type: target === "png" || target === "jpeg" ? `image/${target}` : "image/webp",
    width: info.width,
    height: info.pageHeight ?? info.height,
    frames,
  };
}

function encode(image: Sharp, format: ImageFormat, frames: number): Sharp {
  if (format === "png") return image.png({ compressionLevel: 6 });
  if (format === "jpeg") return image.jpeg({ quality: JPEG_QUALITY });
  const effort = frames > 1 ? WEBP_EFFORT.animated : WEBP_EFFORT.still;
  return image.webp({ quality: WEBP_QUALITY, effort });
}

async function toFrames({ bytes, frames }: CleanImage): Promise<RgbFrame[]> {
  const { hasAlpha } = await sharp(bytes).metadata();
  const pages = spreadFrames(frames, IMAGE_LIMITS.moderatedFramesMax);
  // Content that is invisible on white may show on a dark page, so both are checked.
  const views = pages.flatMap((page, index) => {
    if (!hasAlpha) return [{ page, background: BACKGROUNDS[0] }];
    if (frames === 1) return BACKGROUNDS.map((background) => ({ page, background }));
    return [{ page, background: BACKGROUNDS[index % 2 === 0 ? 0 : 1] }];
  });
  const found: RgbFrame[] = [];
  for (const { page, background } of views) {
    const source = frames > 1 ? sharp(bytes, { page, pages: 1 }) : sharp(bytes);
    found.push(
      await source
        .flatten({ background })
        .resize(FRAME_SIZE, FRAME_SIZE, { fit: "fill" })
        .toColourspace("srgb")
        .removeAlpha()
        .raw()
        .toBuffer(),
    );
  }
  return found;
}
