import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imageAnswer } from "@/lib/features/media/schema";
import { createRandom } from "@/sandbox/demo/random";
import { request } from "../../setup/api/api";
import { queryStack } from "../../setup/database/stack-database";
import { startHostedClassifier } from "../../setup/media/hosted-classifier";
import { dataUri, draw } from "../../setup/media/images";
import { storedFiles } from "../../setup/media/stored-files";
import { type Stack, startStack } from "../../setup/stack/start-stack";
import { createClips } from "../../setup/video/make-clip";
import { askForUpload, formOf, send, statusOf, untilDone } from "../../setup/video/uploads";

/** Space for one video of 50 KB in processing, and for two images. */
const BUDGET_BYTES = 3_000_000;
/** Side lengths of the squares that fill it, down to less than a metadata document. */
const SIDES = [700, 400, 200, 100, 50, 25, 12, 8];
const SMALL_VIDEO = { maxSizeBytes: 50_000 };
const TOKEN = {
  name: "Full",
  symbol: "FULL",
  description: "x".repeat(200),
  imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
};

/** A launchpad with a hosted classifier, which can be down, and a small disk budget. */
let stack: Stack;
let classifier: Awaited<ReturnType<typeof startHostedClassifier>>;
let folder: string;
let clip: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-clips-"));
  classifier = await startHostedClassifier();
  clip = Uint8Array.from(await createClips(folder).bytes("silent.mov"));
  stack = await startStack({
    ...classifier.variables,
    MEDIA_DISK_BYTES_MAX: String(BUDGET_BYTES),
  });
});
afterAll(async () => {
  await stack.stop();
  await classifier.stop();
  await rm(folder, { recursive: true });
});

/** An incompressible square: about three bytes per pixel. */
async function noise(side: number, seed: number): Promise<Buffer> {
  const random = createRandom(`noise ${seed}`);
  const data = Buffer.from(Array.from({ length: side * side * 3 }, () => random.next() * 256));
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}

const post = (path: string, body: object) => request(path, { body, baseUrl: stack.baseUrl });
const uploadPicture = (bytes: Uint8Array) =>
  post("/api/v1/upload-image", { base64Image: dataUri(bytes) });

async function uploadClip(): Promise<string> {
  const { uid, path } = await askForUpload(SMALL_VIDEO, stack.baseUrl);
  expect((await send(path, formOf(clip), stack.baseUrl)).status).toBe(200);
  return uid;
}

describe("while moderation is unavailable", () => {
  it("rejects an image with 503 and stores nothing; accepts it afterwards", async () => {
    const before = await storedFiles(stack.dataDir);
    const png = await draw(64, 64).png().toBuffer();
    classifier.setDown(true);
    const { status, body, headers } = await uploadPicture(png);
    expect(status).toBe(503);
    expect(body).toEqual({
      success: false,
      error: "Content moderation is unavailable. Nothing was stored. Try again later.",
      message: "Content moderation is unavailable. Nothing was stored. Try again later.",
      code: "dependency_unavailable",
    });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await storedFiles(stack.dataDir)).toEqual(before);
    classifier.setDown(false);
    const taken = await uploadPicture(png);
    expect(taken.status).toBe(200);
    expect(imageAnswer.parse(taken.body).nsfwDetection).toBeNull();
    expect(await storedFiles(stack.dataDir)).not.toEqual(before);
  });

  it("keeps a video unpublished, and approves it once moderation is available", async () => {
    classifier.setDown(true);
    const uid = await uploadClip();
    const asked = classifier.questions();
    // The classifier is requested again: the step has failed once.
    await expect.poll(() => classifier.questions(), { timeout: 20_000 }).toBeGreaterThan(asked + 1);
    expect(await statusOf(uid, stack.baseUrl)).toMatchObject({
      state: "nsfw_checking",
      streamUrl: null,
      thumbnailUrl: null,
      thumbnailIpfsHash: null,
    });
    const playlist = await request(`/videos/${uid}/stream.m3u8`, { baseUrl: stack.baseUrl });
    expect(playlist.status).toBe(404);
    classifier.setDown(false);
    expect(await untilDone(uid, stack.baseUrl)).toMatchObject({ state: "nsfw_approved" });
  });
});

describe("an expired upload URL", () => {
  it("rejects a file with 410, and the video ends in error", async () => {
    const { uid, path } = await askForUpload(SMALL_VIDEO, stack.baseUrl);
    const past = new Date(Date.now() - 60 * 60_000);
    for (const table of ["media.upload_tickets", "media.videos"]) {
      await queryStack(stack.dataDir, `update ${table} set expires_at = $1 where uid = $2`, [
        past,
        uid,
      ]);
    }
    const answer = await send(path, formOf(clip), stack.baseUrl);
    expect(answer).toMatchObject({ status: 410, body: { success: false, code: "upload_expired" } });
    expect(await untilDone(uid, stack.baseUrl)).toMatchObject({
      state: "error",
      error: "Nothing was uploaded before the URL expired.",
    });
  });
});

describe("with the disk budget exhausted", () => {
  /** Uploads ever smaller images until none fits; returns the CIDs of the accepted ones. */
  async function fill(): Promise<string[]> {
    const taken: string[] = [];
    for (const side of SIDES) {
      for (;;) {
        const { status, body } = await uploadPicture(await noise(side, taken.length));
        if (status !== 200) break;
        taken.push(imageAnswer.parse(body).ipfsHash);
      }
    }
    return taken;
  }

  it("rejects every upload with 507 after removing unused videos; stored images remain", async () => {
    const video = await untilDone(await uploadClip(), stack.baseUrl);
    expect(video.state).toBe("nsfw_approved");
    const { uid, path } = await askForUpload(SMALL_VIDEO, stack.baseUrl);
    const kept = await fill();
    const before = await storedFiles(stack.dataDir);
    expect(before.filter((name) => name.includes(video.uid))).toEqual([]);
    expect(await statusOf(video.uid, stack.baseUrl)).toMatchObject({
      state: "error",
      error: "Removed to make room for newer uploads.",
      streamUrl: null,
    });
    const refused = [
      await uploadPicture(await noise(100, -1)),
      await post("/api/v1/upload-metadata", TOKEN),
      await post("/api/v1/upload-video", SMALL_VIDEO),
      await send(path, formOf(clip), stack.baseUrl),
    ];
    for (const { status, body, headers } of refused) {
      const error = "Storage is full. Try again later.";
      expect({ status, body }).toEqual({
        status: 507,
        body: { success: false, error, message: error, code: "storage_full" },
      });
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(await storedFiles(stack.dataDir)).toEqual(before);
    expect((await statusOf(uid, stack.baseUrl)).state).toBe("uploading");
    for (const cid of kept) {
      const { status } = await request(`/ipfs/${cid}`, { baseUrl: stack.baseUrl });
      expect(status).toBe(200);
    }
  });
});
