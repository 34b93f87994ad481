import sharp, { type Metadata, type Sharp } from "sharp";
import type { RgbFrame } from "@/lib/drivers/moderation/moderator";
import { findHiddenFile } from "@/lib/features/media/rules/find-hidden-file";
import type { ThumbnailWidth } from "@/lib/features/media/rules/image";
import {
  findImageProblem,
  IMAGE_LIMITS,
  type ImageFormat,
  sniffImageFormat,
  spreadFrames,
} from "@/lib/features/media/rules/image";
import { FRAME_SIZE } from "@/lib/features/media/rules/moderation";
import { createSemaphore, SemaphoreFullError } from "@/lib/support/create-semaphore";
import { type CleanImage, ImageRefusedError, ImagesBusyError } from "./images";

/** A picture at work may hold 40 megapixels in memory, so there are few at once. */
const PLACES = { runningMax: 2, waitingMax: 32 };
const DECODE_SECONDS_MAX = 20;
const JPEG_QUALITY = 88;
const WEBP_QUALITY = 84;
/** Four times as fast as the default for files a few percent larger. */
const WEBP_EFFORT = { still: 3, animated: 0 };

const NO_IMAGE = "The image must be a PNG, JPEG, GIF, WebP or AVIF file";
const DAMAGED = "The image is damaged or incomplete";
const BACKGROUNDS = ["#ffffff", "#000000"] as const;

/**
 * Reads and writes pictures by libvips. Its loaders are limited in the whole process to the formats we
 * take. Uploads of a process share its few places.
 */
export function createImages() {
  allowLoaders();
  const semaphore = createSemaphore(PLACES);

  async function inPlace<T>(task: () => Promise<T>): Promise<T> {
    return semaphore(() => decode(task)).catch((error: unknown) => {
      if (!(error instanceof SemaphoreFullError)) throw error;
      throw new ImagesBusyError("Too many pictures at once", { cause: error });
    });
  }

  return {
    /**
     * Checks that these bytes are one picture within the limits; decodes no pixels.
     * @throws ImageRefusedError
     */
    inspect,
    /**
     * Decodes a picture that was inspected and encodes it anew: JPEG and PNG as such, everything else
     * as WebP; animations stay animated.
     * @throws ImageRefusedError, ImagesBusyError
     */
    clean: (bytes: Uint8Array, format: ImageFormat): Promise<CleanImage> =>
      inPlace(() => clean(bytes, format)),
    /**
     * What the moderation looks at: the picture, or up to 8 frames of an animation; a transparent one
     * on white and on black.
     * @throws ImageRefusedError, ImagesBusyError
     */
    toFrames: (image: CleanImage): Promise<RgbFrame[]> => inPlace(() => toFrames(image)),
    /**
     * A WebP of at most `width` pixels, animated if the picture is. Takes none of the places:
     * `Thumbnails` has its own.
     * @throws ImageRefusedError when these bytes are no picture that can be shown
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

/** What the decoder says names files and code of ours; the person is told what it means. */
async function decode<T>(task: () => Promise<T>): Promise<T> {
  return task().catch((error: unknown) => {
    if (error instanceof ImageRefusedError) throw error;
    throw new ImageRefusedError(DAMAGED, { cause: error });
  });
}

/** SVG, TIFF, PDF and whatever else libvips was built with is not even looked at. */
function allowLoaders(): void {
  const loaders = ["Png", "Jpeg", "Webp", "Nsgif", "Heif"].map((name) => `VipsForeignLoad${name}`);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: loaders });
  // Each upload is another file, so a cache of opened ones only holds memory.
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

/** libvips sees the frames of an animation as one tall picture. */
function framesIn({ width, height, pages = 1, pageHeight = height }: Metadata) {
  return { width, height: pageHeight, frames: pages };
}

/** By how much the edge shrinks when a picture of noise has more bytes than may be stored. */
const SMALLER = [1, 0.7, 0.5, 0.35];

async function clean(bytes: Uint8Array, format: ImageFormat): Promise<CleanImage> {
  const { frames } = framesIn(await readHeader(bytes, format));
  const isMoving = frames > 1;
  const edgeMax = isMoving ? IMAGE_LIMITS.animationEdgeMax : IMAGE_LIMITS.edgeMax;
  const bytesMax = isMoving ? IMAGE_LIMITS.storedAnimationBytesMax : IMAGE_LIMITS.storedBytesMax;
  for (const scale of SMALLER) {
    // PNG hardly packs noise; WebP does at any size.
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
  // What is invisible on white may show on a dark page: stills are looked at on both.
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
