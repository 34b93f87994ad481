import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { tokenBasicDetails } from "@/lib/features/market/schema/tokens";
import type { Video } from "@/lib/features/video/schema";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { untilListed } from "../../setup/api/until-listed";
import { waitForLaunch } from "../../setup/api/wait-for-launch";
import { createClips } from "../../setup/video/make-clip";
import { askForUpload, upload } from "../../setup/video/uploads";

const PATH = "/api/v1/base-sepolia/launch-memecoin";
const MISSING = "Missing required fields: name, symbol, description, imageIpfs";
let folder: string;
let video: Video;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-clips-"));
  video = await upload(Uint8Array.from(await createClips(folder).bytes("plain.mp4")));
});
afterAll(() => rm(folder, { recursive: true }));

/** Launches and returns the token's metadata document with the launch status. */
async function launch(changes: Record<string, unknown>) {
  const { status, body } = await request(PATH, { body: launchBody(changes) });
  expect(status).toBe(200);
  const { jobId, expectedAddress } = launchAccepted.parse(body);
  const job = await waitForLaunch(jobId);
  if (job.state !== "completed") throw new Error(`The launch is ${job.state}`);
  const { tokenURI, imageIpfs } = job.collectionToken;
  const document = await request(`/ipfs/${tokenURI.slice("ipfs://".length)}`);
  return { document: document.body, imageIpfs, token: expectedAddress };
}

describe("POST launch-memecoin with a video", () => {
  it("uses the thumbnail as the image and includes the video in the metadata", async () => {
    const { document, imageIpfs, token } = await launch({
      imageIpfs: undefined,
      videoUID: video.uid,
    });
    expect(imageIpfs).toBe(video.thumbnailIpfsHash);
    expect(document).toEqual({
      name: "First Light",
      symbol: "LIGHT",
      description: expect.any(String),
      image: `ipfs://${video.thumbnailIpfsHash}`,
      properties: {},
      animation_url: video.streamUrl,
      video: {
        uid: video.uid,
        duration: video.duration,
        thumbnail: video.thumbnailUrl,
        streamUrl: video.streamUrl,
        width: video.width,
        height: video.height,
        size: video.size,
        created: video.created,
      },
    });
    const path = `/v1/base-sepolia/tokens/${token}`;
    const shown = await untilListed(path, tokenBasicDetails, (answer) => answer.image !== null);
    expect(shown.image).toMatch(new RegExp(`/ipfs/${video.thumbnailIpfsHash}$`));
    const image = await request(`/ipfs/${video.thumbnailIpfsHash}`);
    expect(image.headers.get("content-type")).toBe("image/jpeg");
  });

  it("keeps an image that is sent with the video", async () => {
    const own = launchBody().imageIpfs;
    const { document, imageIpfs } = await launch({ videoUID: video.uid });
    expect(imageIpfs).toBe(own);
    expect(document).toMatchObject({ image: `ipfs://${own}`, animation_url: video.streamUrl });
  });

  it("supports a dry run", async () => {
    const body = launchBody({ imageIpfs: undefined, videoUID: video.uid, dryRun: true });
    expect(await request(PATH, { body })).toMatchObject({ status: 200, body: { dryRun: true } });
  });

  it("returns 400 for an image with a video that is not approved, and counts no launch", async () => {
    const { uid } = await askForUpload();
    for (const videoUID of [uid, "f".repeat(32), "nonsense"]) {
      const { status, body, headers } = await request(PATH, { body: launchBody({ videoUID }) });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { success: false, code: "invalid_video", details: [{ path: "videoUID" }] },
      });
      expect(headers.get("ratelimit-policy")).toBe('"dryRun";q=30;w=60');
    }
  });

  it("returns an error about the video when the video is invalid, with or without an image", async () => {
    const { uid } = await askForUpload();
    for (const [videoUID, error] of [
      [uid, "videoUID: must be nsfw_approved, not uploading"],
      ["f".repeat(32), "videoUID: Video not found"],
    ]) {
      const body = launchBody({ imageIpfs: undefined, videoUID });
      expect(await request(PATH, { body })).toMatchObject({
        status: 400,
        body: { success: false, code: "invalid_video", error, details: [{ path: "videoUID" }] },
      });
    }
  });

  it("returns the missing-fields error without an image and a video", async () => {
    for (const videoUID of ["", null, undefined]) {
      const body = launchBody({ imageIpfs: undefined, videoUID });
      expect(await request(PATH, { body })).toMatchObject({
        status: 400,
        body: { success: false, error: MISSING },
      });
    }
  });
});
