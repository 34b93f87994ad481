import sharp, { type Color } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { IMAGE_LIMITS } from "@/lib/features/media/rules/image";
import { findColorProblem } from "@/lib/features/media/rules/shown-colors";
import { imageAnswer } from "@/lib/features/media/schema";
import { newCaller, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { queryStack } from "../../setup/database/stack-database";
import { startIpfsProviders } from "../../setup/ipfs/start-ipfs-providers";
import { ordinaryImages, pngChunk, withChunks } from "../../setup/media/colored-images";
import { EXPLICIT_COLOR, startHostedClassifier } from "../../setup/media/hosted-classifier";
import { dataUri } from "../../setup/media/images";
import { type Stack, startStack } from "../../setup/stack/start-stack";

const WAIT_MS = 60_000;
const verdict = z.object({ state: z.string(), reason: z.string().nullable() });

let stack: Stack;
let ipfs: Awaited<ReturnType<typeof startIpfsProviders>>;
let classifier: Awaited<ReturnType<typeof startHostedClassifier>>;
beforeAll(async () => {
  [ipfs, classifier] = await Promise.all([startIpfsProviders(), startHostedClassifier()]);
  stack = await startStack({ IPFS_GATEWAY_URL: ipfs.gatewayUrl, ...classifier.variables });
});
afterAll(async () => {
  await stack.stop();
  await Promise.all([ipfs.stop(), classifier.stop()]);
});

const picture = (background: Color, channels: 3 | 4 = 3) =>
  sharp({ create: { width: 60, height: 60, channels, background } })
    .png()
    .toBuffer();
const harmless = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) => picture({ r: (at * 37) % 200, g: 120, b: 90 })),
  );

/** Harmless frames of 20 ms with an explicit one among them, which is shown for a minute. */
async function hide(place: number, count: number): Promise<Buffer> {
  const frames = await harmless(count);
  frames[place] = await picture(EXPLICIT_COLOR);
  const delay = frames.map((_, at) => (at === place ? 60_000 : 20));
  return sharp(frames, { join: { animated: true } })
    .gif({ delay, loop: 1 })
    .toBuffer();
}

function upload(bytes: Buffer) {
  const { baseUrl } = stack;
  const body = { base64Image: dataUri(bytes, "image/webp") };
  const headers = { "x-forwarded-for": newCaller() };
  return request("/api/v1/upload-image", { body, baseUrl, headers });
}

/** Launches a token with an image from IPFS; returns how the image was moderated. */
async function moderate(bytes: Buffer): Promise<{ cid: string } & z.output<typeof verdict>> {
  const { baseUrl } = stack;
  const cid = ipfs.keep(bytes);
  const body = launchBody({ imageIpfs: cid, creatorEmail: undefined });
  const headers = { "x-forwarded-for": newCaller() };
  const answer = await request("/api/v1/base-sepolia/launch-memecoin", { body, baseUrl, headers });
  launchAccepted.parse(answer.body);
  const query = "select state, reason from media.content where cid = $1";
  const read = async () => (await queryStack(stack.dataDir, query, [cid]))[0];
  await expect
    .poll(read, { timeout: WAIT_MS })
    .toMatchObject({ state: expect.stringMatching(/approved|refused/) });
  return { cid, ...verdict.parse(await read()) };
}

describe("an attacker who hides an explicit frame in an animation", () => {
  it.each([
    [8, 9],
    [3, 9],
    [1, 20],
    [19, 20],
    [63, 64],
    [149, 150],
  ])("is rejected with the explicit frame at %i of %i", async (place, count) => {
    const answer = await upload(await hide(place, count));
    expect(answer, answer.text).toMatchObject({ status: 400, body: { code: "content_flagged" } });
  });

  it("has only classified frames stored, wherever the explicit one is among 150", async () => {
    for (const place of [1, 38, 74, 111, 148]) {
      const answer = await upload(await hide(place, 150));
      if (answer.status === 400) continue;
      const { ipfsHash } = imageAnswer.parse(answer.body);
      const file = await fetch(`${stack.baseUrl}/ipfs/${ipfsHash}`);
      expect(await explicitFrames(Buffer.from(await file.arrayBuffer()))).toBe(0);
    }
  });

  it.each([0, 1, 2, 3])(
    "is rejected with content that shows only on black, in frame %i",
    async (place) => {
      const frames = await Promise.all(
        Array.from({ length: 4 }, (_, at) => picture({ r: 40 * at, g: 120, b: 90 })),
      );
      // Magenta on black, light pink on white.
      frames[place] = await picture({ r: 255, g: 0, b: 255, alpha: 0.96 }, 4);
      const animation = sharp(frames, { join: { animated: true } });
      const answer = await upload(await animation.webp({ lossless: true }).toBuffer());
      expect(answer, answer.text).toMatchObject({ status: 400, body: { code: "content_flagged" } });
    },
  );

  it("has a harmless long animation stored with its duration", async () => {
    const frames = await harmless(100);
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: frames.map(() => 50) })
      .toBuffer();
    const answer = await upload(gif);
    expect(answer.status, answer.text).toBe(200);
    const { ipfsHash } = imageAnswer.parse(answer.body);
    const file = await fetch(`${stack.baseUrl}/ipfs/${ipfsHash}`);
    const { pages = 1, delay = [] } = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
    expect(pages).toBeGreaterThan(1);
    expect(pages).toBeLessThanOrEqual(IMAGE_LIMITS.viewsMax);
    expect(delay.reduce((sum, ms) => sum + ms, 0)).toBe(5_000);
  });
});

describe("an attacker who hides an explicit frame in an animation on IPFS", () => {
  it.each([
    [8, 9],
    [19, 20],
  ])("has it shown nowhere with the explicit frame at %i of %i", async (place, count) => {
    const { cid, state, reason } = await moderate(await hide(place, count));
    expect({ state, reason }).toEqual({
      state: "refused",
      reason: expect.stringContaining("explicit"),
    });
    expect((await fetch(`${stack.baseUrl}/ipfs/${cid}`)).status).toBe(404);
  });

  it("has an animation refused of which not all frames are classified", async () => {
    const { cid, state, reason } = await moderate(await hide(80, 81));
    expect({ state, reason }).toEqual({
      state: "refused",
      reason: expect.stringContaining("at most 64"),
    });
    expect((await fetch(`${stack.baseUrl}/ipfs/${cid}`)).status).toBe(404);
  });

  it("has a harmless animation shown", async () => {
    const gif = await sharp(await harmless(12), { join: { animated: true } })
      .gif()
      .toBuffer();
    const { cid, state } = await moderate(gif);
    expect(state).toBe("approved");
    expect((await fetch(`${stack.baseUrl}/ipfs/${cid}`)).status).toBe(200);
  });
});

describe("an attacker whose image browsers show in other colors than the moderation", () => {
  /** The explicit color for browsers, which apply the gamma; a darker one for decoders that do not. */
  const disguised = async () => {
    const gamma = Buffer.alloc(4);
    gamma.writeUInt32BE(1_000_000);
    return withChunks(await picture({ r: 200, g: 0, b: 200 }), pngChunk("gAMA", gamma));
  };

  it("has it shown nowhere, and the reason says what to do", async () => {
    const { cid, state, reason } = await moderate(await disguised());
    expect({ state, reason }).toEqual({
      state: "refused",
      reason: expect.stringMatching(/gAMA.+Upload the image here/),
    });
    expect((await fetch(`${stack.baseUrl}/ipfs/${cid}`)).status).toBe(404);
  });

  it("has an upload stored as it was classified", async () => {
    const answer = await upload(await disguised());
    expect(answer.status, answer.text).toBe(200);
    const { ipfsHash } = imageAnswer.parse(answer.body);
    const file = await fetch(`${stack.baseUrl}/ipfs/${ipfsHash}`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(findColorProblem("png", bytes, null)).toBeNull();
  });

  it("does not keep photos with a color profile from being shown", async () => {
    const { "jpeg of a phone": photo, "png with Display P3": screenshot } = await ordinaryImages();
    if (photo === undefined || screenshot === undefined) throw new Error("no images");
    expect(await moderate(photo)).toMatchObject({ state: "approved" });
    expect(await moderate(screenshot)).toMatchObject({ state: "approved" });
  });
});

/** How many frames of an image have the explicit color. */
async function explicitFrames(bytes: Buffer): Promise<number> {
  const { pages = 1 } = await sharp(bytes).metadata();
  let found = 0;
  for (let page = 0; page < pages; page += 1) {
    const { channels } = await sharp(bytes, { page }).stats();
    const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
    if (red > 230 && green < 30 && blue > 230) found += 1;
  }
  return found;
}
