import { FRAME_BYTES } from "@/lib/features/media/rules/moderation";
import { frameTimes, thumbnailTime } from "@/lib/features/video/rules/video";
import { ffmpeg } from "./ffmpeg";
import { frameArguments, framesArguments } from "./ffmpeg-arguments";

/** Up to here decoding all of it is quicker than seeking. */
const ONE_PASS_SECONDS = 30;
/** The frame rate filter may give one or two more than asked for. */
const SPARE_FRAMES = 4;

/** The frame of the thumbnail, then evenly spread ones of the clip, 224 x 224 pixels of three bytes each. */
export async function sampleFrames(options: {
  ffmpegPath: string;
  folder: string;
  durationSeconds: number;
}): Promise<Uint8Array[]> {
  const { ffmpegPath, folder, durationSeconds } = options;
  const times = frameTimes(durationSeconds);
  const run = (args: string[], frames: number) =>
    ffmpeg(ffmpegPath, args, { cwd: folder, work: "look", stdoutBytesMax: frames * FRAME_BYTES });
  const frames = split(await run(frameArguments(thumbnailTime(durationSeconds)), 1));
  if (durationSeconds <= ONE_PASS_SECONDS) {
    const args = framesArguments(times.length, durationSeconds);
    frames.push(...split(await run(args, times.length + SPARE_FRAMES)));
  } else {
    for (const at of times) frames.push(...split(await run(frameArguments(at), 1)));
  }
  if (frames.length === 0) throw new Error(`No frame could be taken from ${folder}`);
  return frames;
}

function split(pixels: Buffer): Uint8Array[] {
  return Array.from({ length: Math.floor(pixels.length / FRAME_BYTES) }, (_, index) =>
    // A copy: a slice would keep, and hand on, the memory of all frames.
    Uint8Array.from(pixels.subarray(index * FRAME_BYTES, (index + 1) * FRAME_BYTES)),
  );
}
