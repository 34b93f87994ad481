import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { thumbnailTime } from "@/lib/features/video/rules/video";
import type { StoredDetails } from "../video-files";
import { UnreadableVideoError } from "../video-provider";
import { ffmpeg } from "./ffmpeg";
import {
  copyArguments,
  FILES,
  fitSize,
  segmentArguments,
  thumbnailArguments,
  transcodeArguments,
} from "./ffmpeg-arguments";
import type { Probe } from "./probe";

/** Share of a video that may be missing at its end. */
const MISSING_SHARE_MAX = 0.1;
const MISSING_SECONDS_MAX = 1;

/**
 * Encodes a video: a clean clip, its fragments and a thumbnail.
 * @param options.folder contains the source and receives the results; an absolute path
 * @returns the folder of the results
 * @throws UnreadableVideoError when the file is at fault
 */
export async function encodeVideo(options: {
  ffmpegPath: string;
  folder: string;
  source: string;
  found: Extract<Probe, { kind: "video" }>;
  durationSecondsMax: number;
}): Promise<{ results: string; details: StoredDetails }> {
  const { ffmpegPath, folder, source, found, durationSecondsMax } = options;
  const { durationSeconds, canCopy } = found;
  const size = canCopy ? found : fitSize(found.width, found.height);
  const results = join(folder, "results");
  await mkdir(results);
  const run = (args: readonly string[]) =>
    ffmpeg(ffmpegPath, args, { cwd: results, folder, work: "encode" });
  await run(canCopy ? copyArguments(source) : transcodeArguments(source, size, durationSecondsMax));
  await run(segmentArguments());
  await checkComplete(await readFile(join(results, FILES.playlist), "utf8"), durationSeconds);
  await run(thumbnailArguments(thumbnailTime(durationSeconds)));
  return {
    results,
    details: {
      durationSeconds: Math.round(durationSeconds * 1000) / 1000,
      width: size.width,
      height: size.height,
      sizeBytes: (await stat(source)).size,
    },
  };
}

/** A file may declare more than it holds. */
async function checkComplete(playlist: string, durationSeconds: number): Promise<void> {
  const fragments = [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, text]) => Number(text));
  const played = fragments.reduce((sum, seconds) => sum + seconds, 0);
  const least = durationSeconds * (1 - MISSING_SHARE_MAX) - MISSING_SECONDS_MAX;
  const isEnded = playlist.includes("#EXT-X-ENDLIST");
  if (!isEnded || played <= 0 || played < least) {
    throw new UnreadableVideoError("The file is incomplete.");
  }
}
