import { FRAME_BYTES } from "@/lib/features/media/rules/moderation";
import { frameTimes, thumbnailTime } from "@/lib/features/video/rules/video";
import { type SampledFrames, UnreadableVideoError } from "../video-provider";
import { ffmpeg } from "./ffmpeg";
import { frameArguments, framesArguments, lastFrameArguments } from "./ffmpeg-arguments";

/** Up to this length, decoding everything is faster than seeking. */
const ONE_PASS_SECONDS = 30;
/** The frame rate filter may return one or two extra frames. */
const SPARE_FRAMES = 4;
/** For all frames of a video. A slow machine needs one minute for the longest clip that is accepted. */
const WALL_MS = 10 * 60_000;

/**
 * The thumbnail's frame and evenly spaced frames of the clip, and one frame at a random time of each
 * segment.
 * @param options.random from 0 to below 1
 * @param options.wallMs limit of time for all frames
 * @throws UnreadableVideoError
 */
export async function sampleFrames(options: {
  ffmpegPath: string;
  folder: string;
  durationSeconds: number;
  random: () => number;
  wallMs?: number;
}): Promise<SampledFrames> {
  const { ffmpegPath, folder, durationSeconds, random, wallMs = WALL_MS } = options;
  const endBy = performance.now() + wallMs;
  const run = (args: string[], frames: number) =>
    ffmpeg(ffmpegPath, args, {
      cwd: folder,
      work: "look",
      endBy,
      stdoutBytesMax: frames * FRAME_BYTES,
    });
  async function framesAt(times: readonly number[]): Promise<Uint8Array[]> {
    const found: Uint8Array[] = [];
    let shownAt = 0;
    let hasLast = false;
    for (const at of times) {
      const frames = split(await run(frameArguments(at), 1));
      found.push(...frames);
      if (frames.length > 0) shownAt = at;
      if (frames.length > 0 || hasLast) continue;
      // The sound is longer: players show the last frame until it ends.
      found.push(...split(await run(lastFrameArguments(shownAt), 1)));
      hasLast = true;
    }
    return found;
  }

  const fixed = await framesAt([thumbnailTime(durationSeconds)]);
  const times = frameTimes(durationSeconds);
  if (durationSeconds <= ONE_PASS_SECONDS) {
    const args = framesArguments(times.length, durationSeconds);
    fixed.push(...split(await run(args, times.length + SPARE_FRAMES)));
  } else {
    fixed.push(...(await framesAt(times)));
  }
  if (fixed.length === 0) throw new UnreadableVideoError("The video could not be decoded.");
  return { fixed, random: await framesAt(frameTimes(durationSeconds, random)) };
}

function split(pixels: Buffer): Uint8Array[] {
  return Array.from({ length: Math.floor(pixels.length / FRAME_BYTES) }, (_, index) =>
    // A copy: a slice would retain and transfer the memory of all frames.
    Uint8Array.from(pixels.subarray(index * FRAME_BYTES, (index + 1) * FRAME_BYTES)),
  );
}
