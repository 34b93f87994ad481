import type { RgbFrame } from "@/lib/drivers/moderation/classifier";
import { UnavailableError } from "@/lib/shared/unavailable";

/** An image as stored: encoded again from pixels, upright, without metadata. */
export type CleanImage = {
  bytes: Uint8Array;
  type: "image/png" | "image/jpeg" | "image/webp";
  width: number;
  height: number;
  /** 1 for a still image. */
  frames: number;
  /** Frames that viewers show of these bytes: up to `IMAGE_LIMITS.viewsMax` different ones. */
  views: RgbFrame[];
};

/** The queue of a decoder. Uploads cannot fill the one of removals. */
export type ImageQueue = "uploads" | "removals";

/** Thrown with a message for the user who uploaded the image. */
export class ImageRefusedError extends Error {
  override readonly name = "ImageRefusedError";
}

/** Thrown when the queue of images is full. */
export class ImagesBusyError extends UnavailableError {
  override readonly name = "ImagesBusyError";
}
