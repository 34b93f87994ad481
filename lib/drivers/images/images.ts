/** A picture as it is stored: made anew from pixels, upright, without metadata. */
export type CleanImage = {
  bytes: Uint8Array;
  type: "image/png" | "image/jpeg" | "image/webp";
  width: number;
  height: number;
  /** 1 for a still picture. */
  frames: number;
};

/** Thrown with a text for the person who sent the picture. */
export class ImageRefusedError extends Error {
  override readonly name = "ImageRefusedError";
}

/** Thrown when too many pictures are being worked on. */
export class ImagesBusyError extends Error {
  override readonly name = "ImagesBusyError";
}
