import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imageAnswer, metadataAnswer } from "@/lib/features/media/schema";
import { uploadTicket } from "@/lib/features/video/schema";
import { request } from "../../setup/api/api";
import { PINATA_JWT, startIpfsProviders } from "../../setup/ipfs/start-ipfs-providers";
import { dataUri, draw } from "../../setup/media/images";
import { storedFiles } from "../../setup/media/stored-files";
import { type Stack, startStack } from "../../setup/stack/start-stack";
import {
  ACCOUNT,
  signWebhook,
  startFakeCloudflare,
  TOKEN,
  WEBHOOK_SECRET,
} from "../../setup/video/fake-cloudflare";
import { type ClipName, createClips } from "../../setup/video/make-clip";
import { formOf, statusOf, untilDone } from "../../setup/video/uploads";

const UNKNOWN = "QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o";

/** A launchpad that stores videos at Cloudflare Stream and content at Pinata. */
let stack: Stack;
let fake: Awaited<ReturnType<typeof startFakeCloudflare>>;
let ipfs: Awaited<ReturnType<typeof startIpfsProviders>>;
let folder: string;
let clips: ReturnType<typeof createClips>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-clips-"));
  clips = createClips(folder);
  [fake, ipfs] = await Promise.all([startFakeCloudflare(), startIpfsProviders()]);
  stack = await startStack({
    CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    CLOUDFLARE_STREAM_TOKEN: TOKEN,
    CLOUDFLARE_STREAM_WEBHOOK_SECRET: WEBHOOK_SECRET,
    CLOUDFLARE_API_URL: fake.apiUrl,
    PINATA_JWT,
    PINATA_UPLOAD_URL: ipfs.pinataUrl,
    PINATA_API_URL: ipfs.pinataUrl,
    IPFS_GATEWAY_URL: ipfs.gatewayUrl,
  });
});
afterAll(async () => {
  await stack.stop();
  await Promise.all([fake.stop(), ipfs.stop()]);
  await rm(folder, { recursive: true });
});

async function upload(name: ClipName): Promise<string> {
  const path = "/api/v1/upload-video";
  const { body } = await request(path, { body: {}, baseUrl: stack.baseUrl });
  const { uploadURL, videoUID } = uploadTicket.parse(body);
  expect(uploadURL.startsWith(fake.apiUrl)).toBe(true);
  const form = formOf(Uint8Array.from(await clips.bytes(name)));
  expect((await fetch(uploadURL, { method: "POST", body: form })).status).toBe(200);
  return videoUID;
}

/** Completes a video's encoding at Cloudflare without a webhook. */
function encode(uid: string): void {
  fake.encode(uid);
  fake.encode(uid);
}

async function bringNews(uid: string, signature: (body: string) => string): Promise<number> {
  const rawBody = JSON.stringify({ uid, readyToStream: true, status: { state: "ready" } });
  const headers = { "webhook-signature": signature(rawBody) };
  const path = "/webhooks/cloudflare-stream";
  return (await request(path, { rawBody, headers, baseUrl: stack.baseUrl })).status;
}
const signed = (body: string) => signWebhook(body, new Date());

describe("content stored at Pinata", () => {
  const PINNING = "POST /pinata/v3/files";
  const post = (path: string, body: object) => request(path, { body, baseUrl: stack.baseUrl });
  const TOKEN = { name: "Pinned", symbol: "PIN", description: "", imageIpfs: UNKNOWN };

  it("is pinned under the returned CID and read from Pinata", async () => {
    const before = await storedFiles(stack.dataDir);
    const base64Image = dataUri(await draw(50, 40).png().toBuffer());
    const image = imageAnswer.parse((await post("/api/v1/upload-image", { base64Image })).body);
    const document = metadataAnswer.parse((await post("/api/v1/upload-metadata", TOKEN)).body);
    for (const { ipfsHash } of [image, document]) {
      expect(ipfs.blocks.has(ipfsHash)).toBe(true);
      expect((await fetch(`${stack.baseUrl}/ipfs/${ipfsHash}`)).status).toBe(200);
    }
    expect(await storedFiles(stack.dataDir)).toEqual(before);
  });

  it("returns 503 while Pinata rejects uploads, and stores nothing", async () => {
    const before = await storedFiles(stack.dataDir);
    const base64Image = dataUri(await draw(51, 40).png().toBuffer());
    const known = ipfs.blocks.size;
    for (const [path, body] of [
      ["/api/v1/upload-image", { base64Image }],
      ["/api/v1/upload-metadata", { ...TOKEN, name: "Refused" }],
    ] as const) {
      ipfs.faults.set(PINNING, { status: 500 });
      expect(await post(path, body)).toMatchObject({
        status: 503,
        body: { success: false, code: "dependency_unavailable" },
      });
    }
    expect(ipfs.blocks.size).toBe(known);
    expect(await storedFiles(stack.dataDir)).toEqual(before);
  });
});

describe("videos at Cloudflare Stream", () => {
  it("are approved after a signed webhook, and can be watched and launched only then", async () => {
    const uid = await upload("plain.mp4");
    const playlist = `${fake.apiUrl}/${uid}/manifest/video.m3u8`;
    expect(await statusOf(uid, stack.baseUrl)).toMatchObject({ streamUrl: null });
    expect((await fetch(playlist)).status).toBe(401);
    encode(uid);
    expect(await bringNews(uid, signed)).toBe(204);
    const video = await untilDone(uid, stack.baseUrl);
    expect(video).toMatchObject({
      state: "nsfw_approved",
      streamUrl: playlist,
      thumbnailUrl: expect.stringContaining(fake.apiUrl),
      width: 320,
      height: 180,
    });
    expect(ipfs.blocks.has(video.thumbnailIpfsHash ?? "")).toBe(true);
    expect((await fetch(playlist)).status).toBe(200);
  });

  it("are found by polling when no webhook arrives", async () => {
    const uid = await upload("first.mp4");
    encode(uid);
    expect((await untilDone(uid, stack.baseUrl)).state).toBe("nsfw_approved");
  });

  it("end in error when Cloudflare rejects them, and are deleted there", async () => {
    const uid = await upload("sound.mp4");
    encode(uid);
    expect(await untilDone(uid, stack.baseUrl)).toMatchObject({
      state: "error",
      error: "The file is not a readable video.",
      streamUrl: null,
    });
    // The sweep runs every minute.
    await expect.poll(() => fake.videos.has(uid), { timeout: 75_000 }).toBe(false);
  });

  it("returns 404 for webhooks that Cloudflare did not sign, and changes nothing", async () => {
    const uid = await upload("plain.mp4");
    const hourAgo = new Date(Date.now() - 60 * 60_000);
    const forgeries = [
      () => "",
      (body: string) => signWebhook(body, new Date(), "a guess"),
      (body: string) => signWebhook(`${body} `, new Date()),
      (body: string) => signWebhook(body, hourAgo),
    ];
    for (const forge of forgeries) expect(await bringNews(uid, forge)).toBe(404);
    expect(await bringNews("f".repeat(32), signed)).toBe(204);
  });

  it("returns 404 for a file that is uploaded to this service", async () => {
    const path = `/api/v1/upload-video/${"a".repeat(43)}`;
    const response = await fetch(`${stack.baseUrl}${path}`, {
      method: "POST",
      body: formOf(new Uint8Array(10)),
    });
    expect(response.status).toBe(404);
  });
});
