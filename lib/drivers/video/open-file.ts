import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { VideoFile } from "./video-provider";

/** The files that are served; all others return 404. */
const CONTENT_TYPES = [
  [/^stream\.m3u8$/, "application/vnd.apple.mpegurl"],
  [/^init\.mp4$/, "video/mp4"],
  [/^segment-\d{4,6}\.m4s$/, "video/iso.segment"],
  [/^thumbnail\.jpg$/, "image/jpeg"],
] as const;

/** A file of a published video, or null. */
export async function openStoredFile(folder: string, name: string): Promise<VideoFile | null> {
  const contentType = CONTENT_TYPES.find(([pattern]) => pattern.test(name))?.[1];
  if (contentType === undefined) return null;
  const path = join(/* turbopackIgnore: true */ folder, name);
  const found = await stat(path).catch(() => null);
  if (found === null) return null;
  return {
    contentType,
    sizeBytes: found.size,
    read: ({ first, last }) => toWeb(createReadStream(path, { start: first, end: last })),
  };
}

/** Node's own conversion returns a type that `Response` does not accept. */
function toWeb(source: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const part = await chunks.next();
      if (part.done) controller.close();
      else controller.enqueue(new Uint8Array(part.value));
    },
    cancel() {
      source.destroy();
    },
  });
}
