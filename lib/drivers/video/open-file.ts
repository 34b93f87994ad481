import type { ObjectReader } from "@/lib/drivers/storage/object-store";
import type { VideoFile } from "./video-provider";

/** The files that are served; all others return 404. */
const CONTENT_TYPES = [
  [/^stream\.m3u8$/, "application/vnd.apple.mpegurl"],
  [/^init\.mp4$/, "video/mp4"],
  [/^segment-\d{4,6}\.m4s$/, "video/iso.segment"],
  [/^thumbnail\.jpg$/, "image/jpeg"],
] as const;

/**
 * A file of a published video, or null.
 * @param folder ends with `/`
 */
export async function openStoredFile(
  files: ObjectReader,
  folder: string,
  name: string,
): Promise<VideoFile | null> {
  const contentType = CONTENT_TYPES.find(([pattern]) => pattern.test(name))?.[1];
  if (contentType === undefined) return null;
  const found = await files.open(`${folder}${name}`);
  return found === null ? null : { ...found, contentType };
}
