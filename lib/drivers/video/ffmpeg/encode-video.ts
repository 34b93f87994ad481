import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { thumbnailTime } from "@/lib/features/video/rules/video";
import type { videoFolder } from "../video-folder";
import { ffmpeg, UnreadableVideoError } from "./ffmpeg";
import {
  copyArguments,
  FILES,
  fitSize,
  segmentArguments,
  thumbnailArguments,
  transcodeArguments,
} from "./ffmpeg-arguments";
import type { Probe } from "./probe";

/** What may be missing at the end of a video that counts as complete. */
const MISSING_SHARE_MAX = 0.1;
const MISSING_SECONDS_MAX = 1;

/**
 * Makes the stream of a video: a clean clip, its fragments and a thumbnail.
 * @throws VideoRefusedError when the file is at fault
 */
export async function encodeVideo(options: {
  ffmpegPath: string;
  folder: ReturnType<typeof videoFolder>;
  source: string;
  found: Extract<Probe, { kind: "video" }>;
  durationSecondsMax: number;
}): Promise<void> {
  const { ffmpegPath, folder, source, found, durationSecondsMax } = options;
  const { durationSeconds, canCopy } = found;
  const size = canCopy ? found : fitSize(found.width, found.height);
  const work = await mkdtemp(join(folder.path, "work-"));
  const run = (args: readonly string[]) =>
    ffmpeg(ffmpegPath, args, { cwd: work, folder: folder.path, work: "encode" });
  try {
    await run(
      canCopy ? copyArguments(source) : transcodeArguments(source, size, durationSecondsMax),
    );
    await run(segmentArguments());
    await checkComplete(await readFile(join(work, FILES.playlist), "utf8"), durationSeconds);
    await run(thumbnailArguments(thumbnailTime(durationSeconds)));
    await folder.complete(work, {
      durationSeconds: Math.round(durationSeconds * 1000) / 1000,
      width: size.width,
      height: size.height,
      sizeBytes: (await stat(source)).size,
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** A file may promise more than it holds. */
async function checkComplete(playlist: string, durationSeconds: number): Promise<void> {
  const fragments = [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, text]) => Number(text));
  const played = fragments.reduce((sum, seconds) => sum + seconds, 0);
  const least = durationSeconds * (1 - MISSING_SHARE_MAX) - MISSING_SECONDS_MAX;
  const isEnded = playlist.includes("#EXT-X-ENDLIST");
  if (!isEnded || played <= 0 || played < least) {
    throw new UnreadableVideoError("The file is incomplete.");
  }
}
