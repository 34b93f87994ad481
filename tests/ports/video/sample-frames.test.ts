import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { path as ffmpegPath } from "@ffmpeg-installer/ffmpeg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { encodeVideo } from "@/lib/drivers/video/ffmpeg/encode-video";
import { FILES } from "@/lib/drivers/video/ffmpeg/ffmpeg-arguments";
import { probeVideo } from "@/lib/drivers/video/ffmpeg/probe-video";
import { sampleFrames } from "@/lib/drivers/video/ffmpeg/sample-frames";
import { UnreadableVideoError } from "@/lib/drivers/video/video-provider";

const run = promisify(execFile);
const HARMLESS = "#ff0000";
const EXPLICIT = "#0000ff";
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "slipway-scenes-"));
  for (const [name, background] of Object.entries({ harmless: HARMLESS, explicit: EXPLICIT })) {
    const picture = sharp({ create: { width: 64, height: 48, channels: 3, background } });
    await picture.png().toFile(join(root, `${name}.png`));
  }
});
afterAll(() => rm(root, { recursive: true }));

type Scene = ["harmless" | "explicit", number];

/** A clip with one frame per scene, and sound of `soundSeconds`; the folder that contains it. */
async function makeClip(scenes: Scene[], soundSeconds: number): Promise<string> {
  const folder = await mkdtemp(join(root, "clip-"));
  const list = scenes.map(
    ([name, seconds]) => `file ${join(root, name)}.png\nduration ${seconds}\n`,
  );
  await writeFile(join(folder, "list.txt"), list.join(""));
  const input = ["-f", "concat", "-safe", "0", "-i", "list.txt"];
  const sound = ["-f", "lavfi", "-t", String(soundSeconds), "-i", "sine=440", "-c:a", "aac"];
  const video = ["-vsync", "vfr", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "1000"];
  const args = ["-nostdin", "-v", "error", "-y", ...input, ...sound, ...video, FILES.clip];
  await run(ffmpegPath, args, { cwd: folder });
  return folder;
}

/** How many of the frames are explicit. */
function count(frames: readonly Uint8Array[]): number {
  return frames.filter(([red = 0, , blue = 0]) => blue > 200 && red < 50).length;
}

async function sample(folder: string, durationSeconds: number, place: number) {
  return sampleFrames({ ffmpegPath, folder, durationSeconds, random: () => place });
}

describe("frames of a video for moderation", () => {
  it("include a scene between the evenly spaced times, at a random time", async () => {
    // Evenly spaced times are 1.5, 4.5, 7.5, … seconds.
    const scenes: Scene[] = [
      ["harmless", 3.2],
      ["explicit", 0.8],
      ["harmless", 0.4],
      ["harmless", 19.6],
    ];
    const folder = await makeClip(scenes, 24);
    expect(count((await sample(folder, 24, 0.5)).random)).toBe(0);
    const { fixed, random } = await sample(folder, 24, 0.2);
    expect(count(fixed)).toBe(0);
    expect(count(random)).toBe(1);
  });

  it("are what viewers see at a time, not a short frame after it", async () => {
    const cycle: Scene[] = [
      ["harmless", 0.04],
      ["explicit", 8.96],
    ];
    const folder = await makeClip([...cycle, ...cycle, ...cycle, ...cycle], 36);
    const { fixed, random } = await sample(folder, 36, 0.4);
    expect(count(fixed)).toBe(fixed.length);
    expect(count(random)).toBe(random.length);
    expect(random.length).toBeGreaterThan(8);
  });

  it.each([20, 60])(
    "include the last frame, which is shown while the sound of %i s continues",
    async (seconds) => {
      const scenes: Scene[] = [
        ["harmless", 1.2],
        ["explicit", 0.04],
      ];
      const folder = await makeClip(scenes, seconds);
      const { fixed, random } = await sample(folder, seconds, 0.5);
      expect(count([...fixed, ...random])).toBeGreaterThan(0);
    },
  );
});

/** A clip of a flat color at a frame rate, with a key frame every `distance` frames; its path. */
async function countFrames(clip: string): Promise<number> {
  const args = ["-nostdin", "-i", clip, "-map", "0:v", "-f", "null", "-"];
  const { stderr } = await run(ffmpegPath, args);
  // ffmpeg also prints its progress; the last count is the total.
  return Number([...stderr.matchAll(/frame= *(\d+)/g)].at(-1)?.[1]);
}

async function makeFast(rate: number, seconds: number, distance: number): Promise<string> {
  const path = join(await mkdtemp(join(root, "fast-")), "source.mp4");
  const input = ["-f", "lavfi", "-i", `color=red:size=64x48:rate=${rate}`, "-t", String(seconds)];
  const key = ["-g", String(distance), "-keyint_min", String(distance), "-sc_threshold", "0"];
  const video = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", ...key];
  await run(ffmpegPath, ["-nostdin", "-v", "error", "-y", ...input, ...video, path]);
  return path;
}

describe("videos with many frames per second or few key frames", () => {
  it.each([
    { rate: 25, seconds: 24, distance: 250, canCopy: true },
    { rate: 120, seconds: 20, distance: 240, canCopy: true },
    { rate: 120, seconds: 20, distance: 2400, canCopy: false },
    { rate: 500, seconds: 4, distance: 100, canCopy: false },
  ])(
    "at $rate fps with a key frame every $distance frames can be copied: $canCopy",
    async (clip) => {
      const { rate, seconds, distance, canCopy } = clip;
      const path = await makeFast(rate, seconds, distance);
      expect(await probeVideo(path, 300)).toMatchObject({ kind: "video", canCopy });
    },
  );

  it("drop frames that follow another within 8 ms when they are encoded", async () => {
    const source = await makeFast(500, 9, 4500);
    const folder = join(source, "..");
    const found = await probeVideo(source, 300);
    if (found.kind !== "video") throw new Error(found.reason);
    const { results } = await encodeVideo({
      ffmpegPath,
      folder,
      source,
      found,
      durationSecondsMax: 300,
    });
    const clip = join(results, FILES.clip);
    const frames = await countFrames(clip);
    expect(frames).toBeGreaterThan(9 * 100);
    expect(frames).toBeLessThanOrEqual(9 * 127);
    expect(await probeVideo(clip, 300)).toMatchObject({ durationSeconds: expect.closeTo(9, 0) });
  });

  it.each([30, 60, 120])("keep all frames of %i fps when they are encoded", async (rate) => {
    const source = await makeFast(rate, 2, 1000);
    const found = {
      kind: "video",
      durationSeconds: 2,
      width: 64,
      height: 48,
      canCopy: false,
    } as const;
    const { results } = await encodeVideo({
      ffmpegPath,
      folder: join(source, ".."),
      source,
      found,
      durationSecondsMax: 300,
    });
    const clip = join(results, FILES.clip);
    expect(await countFrames(clip)).toBe(rate * 2);
  });

  it("are not refused when the clock of the server is set forward", async () => {
    const folder = await makeClip([["harmless", 36]], 36);
    const clock = vi.spyOn(Date, "now");
    const start = Date.now();
    clock.mockImplementation(() => start + clock.mock.calls.length * 3_600_000);
    const { fixed } = await sample(folder, 36, 0.5).finally(() => clock.mockRestore());
    expect(fixed.length).toBeGreaterThan(1);
  });

  it("are refused when all frames together take too long", async () => {
    const folder = await makeClip([["harmless", 36]], 36);
    const sampling = sampleFrames({
      ffmpegPath,
      folder,
      durationSeconds: 36,
      random: () => 0.5,
      wallMs: 1,
    });
    await expect(sampling).rejects.toThrow(UnreadableVideoError);
  });
});
