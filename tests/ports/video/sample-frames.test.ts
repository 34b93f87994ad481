import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { path as ffmpegPath } from "@ffmpeg-installer/ffmpeg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FILES } from "@/lib/drivers/video/ffmpeg/ffmpeg-arguments";
import { sampleFrames } from "@/lib/drivers/video/ffmpeg/sample-frames";

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
