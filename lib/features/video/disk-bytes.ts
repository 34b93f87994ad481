/** The file itself and what is encoded of it, which may need as much again. */
const SHARE = 2;
const THUMBNAIL_BYTES = 1024 * 1024;

/** What a video of this size may occupy on the disk while it is worked on. */
export function diskBytesOf(sizeBytesMax: number): number {
  return sizeBytesMax * SHARE + THUMBNAIL_BYTES;
}
