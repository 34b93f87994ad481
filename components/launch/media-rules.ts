/** What the upload endpoints take. The service looks at the bytes; this is only to say so at once. */
export const MEDIA_ACCEPT = {
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/gif": [".gif"],
  "image/webp": [".webp"],
  "image/avif": [".avif"],
};
export const MEDIA_BYTES_MAX = 10 * 2 ** 20;

/** Why a file cannot be used, or null. */
export function mediaProblem(file: { type: string; size: number }): string | null {
  if (!Object.hasOwn(MEDIA_ACCEPT, file.type)) {
    return "This kind of file can’t be used. Take a PNG, JPEG, GIF, WebP or AVIF.";
  }
  const max = MEDIA_BYTES_MAX;
  if (file.size === 0) return "The file is empty.";
  return file.size <= max ? null : `The file is larger than ${max / 2 ** 20} MB.`;
}

/** Cutting an animation would stop it: it is stored whole. */
export function isAnimation({ type }: { type: string }): boolean {
  return type === "image/gif";
}
