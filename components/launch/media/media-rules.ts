import { mayHideFrames, sniffImageFormat } from "@/lib/features/media/rules/image";

/** Accepted file types. The server checks the bytes; this check gives early feedback. */
export const MEDIA_ACCEPT = {
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/gif": [".gif"],
  "image/webp": [".webp"],
  "image/avif": [".avif"],
  "video/mp4": [".mp4", ".m4v"],
  // The type that most browsers give to .m4v.
  "video/x-m4v": [".m4v"],
  "video/quicktime": [".mov"],
  "video/webm": [".webm"],
  "video/x-matroska": [".mkv"],
  "video/matroska": [".mkv"],
};
export const MEDIA_BYTES_MAX = { image: 10 * 2 ** 20, video: 50 * 2 ** 20 } as const;

/** A chosen file: an image or a video by its type; null for any other file. */
export function mediaKind({ name, type }: Pick<File, "name" | "type">): "image" | "video" | null {
  // Some browsers know no type for .mkv.
  const known = type === "" && /\.mkv$/i.test(name) ? "video/x-matroska" : type;
  if (!Object.hasOwn(MEDIA_ACCEPT, known)) return null;
  return known.startsWith("video/") ? "video" : "image";
}

/** Returns why a file is rejected, or null. */
export function validateMediaFile(file: Pick<File, "name" | "type" | "size">): string | null {
  const kind = mediaKind(file);
  if (kind === null) {
    return "This file type is not supported. Use PNG, JPEG, GIF, WebP, AVIF, MP4, MOV, MKV or WebM.";
  }
  const max = MEDIA_BYTES_MAX[kind];
  if (file.size === 0) return "The file is empty.";
  return file.size <= max ? null : `The file is larger than ${max / 2 ** 20} MB.`;
}

/**
 * The frames of an image after its upload. `kept`: the service stores all of them, so it is not
 * cropped to one. `flattened`: the service stores only the first frame of an animation.
 */
export type ImageMotion = "still" | "kept" | "flattened";

/** Reads the motion of an image from its bytes: the declared type does not show it. */
export function findMotion(bytes: Uint8Array): ImageMotion {
  const format = sniffImageFormat(bytes);
  if (format === "gif" || (format === "webp" && isAnimatedWebp(bytes))) return "kept";
  return format !== null && mayHideFrames(format, bytes) ? "flattened" : "still";
}

/** Bit of the extended header of a WebP, which an animation has. */
const WEBP_ANIMATION = 0x02;

function isAnimatedWebp(bytes: Uint8Array): boolean {
  const chunk = String.fromCharCode(...bytes.subarray(12, 16));
  return chunk === "VP8X" && ((bytes[20] ?? 0) & WEBP_ANIMATION) !== 0;
}
