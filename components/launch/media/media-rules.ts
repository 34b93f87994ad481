/** Accepted file types. The server checks the bytes; this check gives early feedback. */
export const MEDIA_ACCEPT = {
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/gif": [".gif"],
  "image/webp": [".webp"],
  "image/avif": [".avif"],
  "video/mp4": [".mp4", ".m4v"],
  "video/quicktime": [".mov"],
  "video/webm": [".webm"],
};
export const MEDIA_BYTES_MAX = { image: 10 * 2 ** 20, video: 50 * 2 ** 20 } as const;

/** Returns why a file is rejected, or null. */
export function validateMediaFile(file: { type: string; size: number }): string | null {
  if (!Object.hasOwn(MEDIA_ACCEPT, file.type)) {
    return "This file type is not supported. Use PNG, JPEG, GIF, WebP, AVIF, MP4, MOV or WebM.";
  }
  const kind = file.type.startsWith("video/") ? "video" : "image";
  const max = MEDIA_BYTES_MAX[kind];
  if (file.size === 0) return "The file is empty.";
  return file.size <= max ? null : `The file is larger than ${max / 2 ** 20} MB.`;
}

/** Animations are not cropped: cropping would drop all frames but one. */
export function isAnimation({ type }: { type: string }): boolean {
  return type === "image/gif";
}
