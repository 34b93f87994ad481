import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { path as ffmpeg } from "@ffmpeg-installer/ffmpeg";

const run = promisify(execFile);

const picture = (size: string, seconds: number, rate = 25) => [
  ...["-f", "lavfi", "-i", `testsrc=size=${size}:rate=${rate}`],
  ...["-t", String(seconds)],
];
const sound = ["-f", "lavfi", "-i", "sine=440"];
const h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
const aac = ["-c:a", "aac"];

/** ffmpeg test sources for each kind of clip; the file extension selects the container. */
const RECIPES = {
  "plain.mp4": [...sound, ...picture("320x180", 2), ...h264, ...aac],
  "first.mp4": [...sound, ...picture("320x180", 2), ...h264, ...aac, "-movflags", "+faststart"],
  "clip.webm": [
    ...[...sound, ...picture("160x120", 2), "-c:v", "libvpx", "-deadline", "realtime"],
    ...["-c:a", "libopus"],
  ],
  // No other clip has its images.
  "fractal.mp4": [
    ...["-f", "lavfi", "-i", "mandelbrot=size=320x180:rate=25", "-t", "2"],
    ...[...h264, "-an", "-movflags", "+faststart"],
  ],
  "silent.mov": [...picture("320x180", 2), ...h264, "-an"],
  "sound.mp4": [...sound, "-t", "2", ...aac],
  "hevc.mp4": [...picture("160x120", 1), "-c:v", "libx265", "-x265-params", "log-level=none"],
  "odd.mkv": [...picture("161x121", 1), "-c:v", "libx264", "-pix_fmt", "yuv444p"],
  "large.mp4": [...picture("2560x1440", 0.4, 5), ...h264],
  "mpeg4.mp4": [...picture("160x120", 1), "-c:v", "mpeg4"],
  "clip.avi": [...picture("160x120", 1), ...h264],
  "301s.mp4": [...picture("64x48", 301, 1), ...h264],
  "300s.mp4": [...sound, ...picture("64x48", 300, 1), ...h264, ...aac],
  "slow.webm": [
    ...[...picture("1280x720", 20), "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "16"],
    ...["-b:v", "500k"],
  ],
} as const;
export type ClipName = keyof typeof RECIPES | "rotated.mp4" | "truncated.mp4" | "cut.mp4";

/** Creates clips in a folder, each once. */
export function createClips(folder: string) {
  const made = new Map<ClipName, Promise<string>>();

  async function make(name: ClipName): Promise<string> {
    const path = join(folder, name);
    if (name === "truncated.mp4") return cut(await clip("plain.mp4"), path);
    if (name === "cut.mp4") return cut(await clip("first.mp4"), path);
    const args =
      name === "rotated.mp4"
        ? ["-i", await clip("plain.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90"]
        : RECIPES[name];
    await run(ffmpeg, ["-nostdin", "-v", "error", "-y", ...args, path]);
    return path;
  }

  /** The path of a clip; `cut` and `truncated` lack their second half. */
  function clip(name: ClipName): Promise<string> {
    const path = made.get(name) ?? make(name);
    made.set(name, path);
    return path;
  }
  return { clip, bytes: async (name: ClipName) => readFile(await clip(name)) };
}

async function cut(source: string, path: string): Promise<string> {
  const whole = await readFile(source);
  await writeFile(path, whole.subarray(0, Math.floor(whole.length / 2)));
  return path;
}
