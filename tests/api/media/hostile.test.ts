import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { MODERATION_CLASSES } from "@/lib/features/media/rules/moderation";
import { type Answer, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { hostileClips } from "../../setup/media/hostile-clips";
import { HOSTILE_IMAGES } from "../../setup/media/hostile-images";
import { dataUri, validImages } from "../../setup/media/images";
import { mutants } from "../../setup/media/mutate";
import { pidOf, storedFiles } from "../../setup/media/stored-files";
import { isHealthy, type Stack, startStack } from "../../setup/stack/start-stack";
import { createClips } from "../../setup/video/make-clip";
import { askForUpload, formOf, send, statusOf, untilDone } from "../../setup/video/uploads";

/**
 * `npm run test:fuzz` sends all of them; tests/ports/video/video-fuzz.test.ts covers the rest of
 * its 2,000.
 */
const IS_LONG = process.env.FUZZ === "long";
const PICTURES = IS_LONG ? 1_000 : 160;
const CLIPS = IS_LONG ? 200 : 16;
const AT_ONCE = 4;
const LONG_MS = IS_LONG ? 40 * 60_000 : 240_000;

const refusal = z.object({ code: z.string() });
const flagged = z.object({
  nsfwDetection: z.object({
    score: z.number(),
    details: z.array(z.object({ className: z.string(), probability: z.number() })),
  }),
});

/** A launchpad that rejects all content, so that every accepted file is moderated and rejected. */
let stack: Stack;
let folder: string;
let clips: ReturnType<typeof createClips>;
let pictures: Record<string, Buffer>;
let before: { files: string[]; web: number };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-clips-"));
  clips = createClips(folder);
  [stack, pictures] = await Promise.all([
    startStack({ MODERATION_EXPLICIT_THRESHOLD: "0" }),
    validImages(),
  ]);
  before = { files: await storedFiles(stack.dataDir), web: await pidOf(stack.dataDir, "web") };
});
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true });
});

const picture = (name: string) => pictures[name] ?? Buffer.alloc(0);
const uploadPicture = (bytes: Uint8Array): Promise<Answer> =>
  request("/api/v1/upload-image", {
    body: { base64Image: dataUri(bytes) },
    baseUrl: stack.baseUrl,
  });
async function uploadClip(bytes: Uint8Array) {
  const { uid, path } = await askForUpload({}, stack.baseUrl);
  const sent = await send(path, formOf(Uint8Array.from(bytes)), stack.baseUrl);
  if (sent.status === 200) return untilDone(uid, stack.baseUrl, LONG_MS);
  // Not even the container of a video: its URL stays usable.
  expect(sent, sent.text).toMatchObject({ status: 400, body: { code: "invalid_body" } });
  return { ...(await statusOf(uid, stack.baseUrl)), state: "refused" as const };
}

/** The server is still the same process, responds, and has stored nothing. */
async function expectNothingStored(): Promise<void> {
  const deadline = Date.now() + 30_000;
  // The last step of a rejected video removes its files after the state is stored.
  while ((await storedFiles(stack.dataDir)).join() !== before.files.join()) {
    if (Date.now() > deadline) break;
    await sleep(50);
  }
  expect(await storedFiles(stack.dataDir)).toEqual(before.files);
  expect(await isHealthy(stack.baseUrl)).toBe(true);
  expect(await pidOf(stack.dataDir, "web")).toBe(before.web);
}

async function inParallel<T>(items: Iterable<T>, task: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const work = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await task(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

describe("content that the moderation policy rejects", () => {
  it.each(["png", "jpeg", "animated webp", "avif"])(
    "rejects a %s with 400 and the reason, and stores nothing",
    async (name) => {
      const { status, body } = await uploadPicture(picture(name));
      expect(status).toBe(400);
      expect(body).toEqual({
        success: false,
        error: "Content flagged: sexually explicit content",
        message: "Content flagged: sexually explicit content",
        code: "content_flagged",
        nsfwDetection: {
          isNSFW: true,
          score: expect.any(Number),
          message: expect.stringMatching(/^This looks like sexually explicit content \(.+%\)$/),
          details: expect.any(Array),
        },
      });
      const { nsfwDetection } = flagged.parse(body);
      const found = new Map(nsfwDetection.details.map((one) => [one.className, one.probability]));
      expect([...found.keys()].toSorted()).toEqual([...MODERATION_CLASSES]);
      expect([...found.values()].reduce((sum, one) => sum + one)).toBeCloseTo(1, 2);
      const explicit = (found.get("Porn") ?? 1) + (found.get("Hentai") ?? 1);
      expect(nsfwDetection.score).toBeCloseTo(explicit, 3);
      await expectNothingStored();
    },
  );

  it.each(["plain.mp4", "clip.webm"] as const)(
    "ends %s as nsfw_rejected, removes its files and rejects launches with it",
    async (name) => {
      const video = await uploadClip(await clips.bytes(name));
      expect(video).toMatchObject({
        state: "nsfw_rejected",
        error: "Content flagged: sexually explicit content",
        streamUrl: null,
        thumbnailUrl: null,
        thumbnailIpfsHash: null,
      });
      await expectNothingStored();
      const path = "/api/v1/base-sepolia/launch-memecoin";
      const body = launchBody({ videoUID: video.uid });
      const launch = await request(path, { body, baseUrl: stack.baseUrl });
      expect(launch).toMatchObject({ status: 400, body: { code: "invalid_video" } });
    },
  );
});

describe("hostile files", () => {
  it.each(HOSTILE_IMAGES)("rejects %s as an image with 400", async (_, make) => {
    const answer = await uploadPicture(make(picture));
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_image" } });
  });

  it("end in error or are rejected by moderation as videos", { timeout: LONG_MS }, async () => {
    const files = hostileClips(await clips.bytes("first.mp4"));
    for (const [name, bytes] of Object.entries(files)) {
      const { state } = await uploadClip(bytes);
      // Encoding removes data after the end of a valid video.
      const expected =
        name === "a video with a page behind" ? ["nsfw_rejected"] : ["error", "refused"];
      expect(expected, name).toContain(state);
    }
    await expectNothingStored();
  });
});

describe("corrupted valid files", () => {
  it(`${PICTURES} images: rejects each with 400 and stores nothing`, {
    timeout: LONG_MS,
  }, async () => {
    const answers = new Map<string, number>();
    await inParallel(mutants(Object.values(pictures), PICTURES, "pictures"), async (bytes) => {
      const { status, body, text } = await uploadPicture(bytes);
      const { code } = refusal.parse(body);
      expect(["invalid_image", "content_flagged"], text).toContain(code);
      expect(status, text).toBe(400);
      answers.set(code, (answers.get(code) ?? 0) + 1);
    });
    // Both outcomes of the pipeline occurred.
    expect([...answers.keys()].toSorted()).toEqual(["content_flagged", "invalid_image"]);
    await expectNothingStored();
  });

  it(`${CLIPS} clips: approves none and stores nothing`, { timeout: LONG_MS }, async () => {
    const names = ["plain.mp4", "first.mp4", "clip.webm", "silent.mov", "odd.mkv"] as const;
    const valid = await Promise.all(names.map(clips.bytes));
    await inParallel(mutants(valid, CLIPS, "clips"), async (bytes) => {
      const { state } = await uploadClip(bytes.length === 0 ? Buffer.from("x") : bytes);
      expect(["error", "nsfw_rejected", "refused"]).toContain(state);
    });
    await expectNothingStored();
  });
});
