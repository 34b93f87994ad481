/** What the upload endpoints take. The service looks at the bytes; this is only to say so at once. */
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

/** Why a file cannot be used, or null. */
export function mediaProblem(file: { type: string; size: number }): string | null {
  if (!Object.hasOwn(MEDIA_ACCEPT, file.type)) {
    return "This kind of file can’t be used. Take a PNG, JPEG, GIF, WebP, AVIF, MP4, MOV or WebM.";
  }
  const kind = file.type.startsWith("video/") ? "video" : "image";
  const max = MEDIA_BYTES_MAX[kind];
  if (file.size === 0) return "The file is empty.";
  return file.size <= max ? null : `The file is larger than ${max / 2 ** 20} MB.`;
}

/** Cutting an animation would stop it: it is stored whole. */
export function isAnimation({ type }: { type: string }): boolean {
  return type === "image/gif";
}
