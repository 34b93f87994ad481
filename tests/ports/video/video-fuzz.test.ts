import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeVideo } from "@/lib/drivers/video/ffmpeg/encode-video";
import { locateFfmpeg } from "@/lib/drivers/video/ffmpeg/locate-ffmpeg";
import { createProbe } from "@/lib/drivers/video/ffmpeg/probe-in-child";
import { UnreadableVideoError } from "@/lib/drivers/video/video-provider";
import { bundleWorker } from "../../setup/media/classifier-bundle";
import { mutants } from "../../setup/media/mutate";
import { createClips } from "../../setup/video/make-clip";

/** `npm run test:fuzz` runs the long form. */
const IS_LONG = process.env.FUZZ === "long";
const CLIPS = IS_LONG ? 800 : 40;
const DURATION_MAX = 300;

let folder: string;
let program: Awaited<ReturnType<typeof bundleWorker>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-fuzz-"));
  program = await bundleWorker("lib/drivers/video/ffmpeg/probe-main.ts");
});
afterAll(async () => {
  await program.remove();
  await rm(folder, { recursive: true });
});

it(`${CLIPS} corrupted clips: each is rejected with a reason or encoded completely`, {
  timeout: IS_LONG ? 40 * 60_000 : 240_000,
}, async () => {
  const clips = createClips(folder);
  const names = ["plain.mp4", "first.mp4", "clip.webm", "silent.mov", "odd.mkv"] as const;
  const valid = await Promise.all(names.map(clips.bytes));
  // In a separate process as in the service: some of these files hang the parser.
  const probe = createProbe(program.path);
  const ffmpegPath = await locateFfmpeg(undefined)();
  const outcomes = { refused: 0, broken: 0, encoded: 0 };
  for (const bytes of mutants(valid, CLIPS, "probed clips")) {
    const work = join(folder, "work");
    await mkdir(work);
    const source = join(work, "source");
    await writeFile(source, bytes);
    const found = await probe(source, DURATION_MAX);
    if (found.kind === "refused") {
      expect(found.reason).toMatch(/^[A-Z].+\.$/);
      outcomes.refused += 1;
    } else {
      const options = {
        ffmpegPath,
        folder: work,
        source,
        found,
        durationSecondsMax: DURATION_MAX,
      };
      const error = await encodeVideo(options).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      // Any other error would be retried without end.
      if (error !== null) expect(error).toBeInstanceOf(UnreadableVideoError);
      outcomes[error === null ? "encoded" : "broken"] += 1;
      if (error === null) {
        const made = ["clip.mp4", "init.mp4", "segment-0000.m4s", "stream.m3u8", "thumbnail.jpg"];
        expect(await readdir(join(work, "results"))).toEqual(expect.arrayContaining(made));
      }
    }
    await rm(work, { recursive: true });
  }
  for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(0);
});
