import type { ImageFormat, ThumbnailWidth } from "../domain/image";
import type { RgbFrame } from "./moderator";

/** A picture as it is stored: made anew from pixels, upright, without metadata. */
export type CleanImage = {
  bytes: Uint8Array;
  type: "image/png" | "image/jpeg" | "image/webp";
  width: number;
  height: number;
  /** 1 for a still picture. */
  frames: number;
};

/** Reads and writes pictures. Uploads of a process share its few places. */
export type Images = {
  /**
   * Checks that these bytes are one picture within the limits; decodes no pixels.
   * @throws ImageRefusedError
   */
  inspect(bytes: Uint8Array): Promise<ImageFormat>;
  /**
   * Decodes a picture that was inspected and encodes it anew: JPEG and PNG as such, everything else
   * as WebP; animations stay animated.
   * @throws ImageRefusedError, ImagesBusyError
   */
  clean(bytes: Uint8Array, format: ImageFormat): Promise<CleanImage>;
  /**
   * What the moderation looks at: the picture, or up to 8 frames of an animation; a transparent one
   * on white and on black.
   * @throws ImageRefusedError, ImagesBusyError
   */
  toFrames(image: CleanImage): Promise<RgbFrame[]>;
  /**
   * A WebP of at most `width` pixels, animated if the picture is. Takes none of the places:
   * `Thumbnails` has its own.
   * @throws ImageRefusedError when these bytes are no picture that can be shown
   */
  toThumbnail(bytes: Uint8Array, width: ThumbnailWidth): Promise<Uint8Array>;
};

/** Thrown with a text for the person who sent the picture. */
export class ImageRefusedError extends Error {
  override readonly name = "ImageRefusedError";
}

/** Thrown when too many pictures are being worked on. */
export class ImagesBusyError extends Error {
  override readonly name = "ImagesBusyError";
}
