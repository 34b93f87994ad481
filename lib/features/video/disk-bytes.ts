/** The uploaded file plus its encoded form, which may be as large. */
const SHARE = 2;
const THUMBNAIL_BYTES = 1024 * 1024;

/** Upper bound of the disk space that a video of this size needs during processing. */
export function diskBytesOf(sizeBytesMax: number): number {
  return sizeBytesMax * SHARE + THUMBNAIL_BYTES;
}
