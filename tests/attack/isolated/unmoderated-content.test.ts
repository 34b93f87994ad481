import { crc32 } from "node:zlib";
import { CID } from "multiformats/cid";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { imageAnswer, metadataAnswer } from "@/lib/features/media/schema";
import { contentKey } from "@/lib/shared/cid";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { queryStack } from "../../setup/database/stack-database";
import { startIpfsProviders } from "../../setup/ipfs/start-ipfs-providers";
import { EXPLICIT_COLOR, startHostedClassifier } from "../../setup/media/hosted-classifier";
import { dataUri, draw } from "../../setup/media/images";
import { type Stack, startStack } from "../../setup/stack/start-stack";

const WAIT_MS = 60_000;
const GATEWAY = "GET /gateway/ipfs/";

/** A launchpad that loads missing content from a gateway, which can return anything. */
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

const explicitPicture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: EXPLICIT_COLOR } });
const statusOf = async (path: string) => (await request(path, { baseUrl: stack.baseUrl })).status;
const statesOf = (cid: string) =>
  queryStack(stack.dataDir, "select state, reason from media.content where cid = $1", [cid]);
const fetchesOf = (cid: string) =>
  ipfs.requests.filter((place) => place === `${GATEWAY}${cid}`).length;

/** Launches a token with an image, and returns its address once it is indexed. */
async function launchWith(imageIpfs: string): Promise<string> {
  const { baseUrl } = stack;
  const body = launchBody({ imageIpfs, creatorEmail: undefined });
  const answer = await request("/api/v1/base-sepolia/launch-memecoin", { body, baseUrl });
  const { jobId, expectedAddress } = launchAccepted.parse(answer.body);
  const jobOf = async () => (await request(`/api/v1/launch-status/${jobId}`, { baseUrl })).body;
  await expect.poll(jobOf, { timeout: WAIT_MS }).toMatchObject({ state: "completed" });
  const tokenOf = async () =>
    (await request(`/v1/base-sepolia/tokens/${expectedAddress}`, { baseUrl })).body;
  await expect
    .poll(tokenOf, { timeout: WAIT_MS })
    .toMatchObject({ image: expect.stringContaining(`/ipfs/${imageIpfs}`) });
  return expectedAddress;
}

/** Every path of this launchpad that could show an image. */
async function expectUnseen(cid: string): Promise<void> {
  const spellings = [cid, CID.parse(cid).toV1().toString()];
  for (const spelling of spellings) {
    for (const query of ["", "?w=64", "?w=512"]) {
      expect(await statusOf(`/ipfs/${spelling}${query}`)).toBe(404);
    }
    expect(await statusOf(`/ipfs/${spelling}/picture.png`)).toBe(404);
  }
}

describe("an attacker who references unmoderated IPFS content", () => {
  it("has an explicit image shown nowhere, before or after moderation; the launch completes", async () => {
    classifier.setDown(true);
    const cid = ipfs.keep(await explicitPicture(300).png().toBuffer());
    const token = await launchWith(cid);
    await expectUnseen(cid);
    const shared = await request(`/share/base-sepolia/${token}`, { baseUrl: stack.baseUrl });
    expect(shared.status).toBe(200);
    classifier.setDown(false);
    await expect
      .poll(() => statesOf(cid), { timeout: WAIT_MS })
      .toEqual([{ state: "refused", reason: expect.stringContaining("explicit") }]);
    await expectUnseen(cid);
  });

  it("has a harmless image shown only after moderation has approved it", async () => {
    const cid = ipfs.keep(await draw(120, 90).png().toBuffer());
    await launchWith(cid);
    await expect.poll(() => statusOf(`/ipfs/${cid}`), { timeout: WAIT_MS }).toBe(200);
    expect(await statusOf(`/ipfs/${cid}?w=64`)).toBe(200);
    expect(await statesOf(contentKey(cid))).toMatchObject([{ state: "approved" }]);
  });

  it("has no external file served, and the gateway not requested", async () => {
    const page = ipfs.keep(Buffer.from("<script>location = 'https://evil.example'</script>"));
    const picture = ipfs.keep(await explicitPicture(40).jpeg().toBuffer());
    for (const cid of [page, picture]) {
      await expectUnseen(cid);
      expect(fetchesOf(cid)).toBe(0);
    }
  });

  it.each([
    ["a web page", async () => Buffer.from("<html><script>alert(1)</script></html>")],
    ["a file over 10 MB", async () => Buffer.alloc(11 * 1024 * 1024, "x")],
    ["an image of too many pixels", async () => draw(1, 1).resize(7_000, 7_000).png().toBuffer()],
    ["an animated PNG, of which one frame is looked at", animatedPng],
  ])("has %s rejected as an image", { timeout: 90_000 }, async (_what, make) => {
    const cid = ipfs.keep(await make());
    await launchWith(cid);
    await expect
      .poll(() => statesOf(cid), { timeout: WAIT_MS })
      .toMatchObject([{ state: "refused" }]);
    await expectUnseen(cid);
  });

  it("has an unavailable image retried after the launch has completed", async () => {
    const elsewhere = await startIpfsProviders();
    const cid = elsewhere.keep(await draw(77, 44).png().toBuffer());
    await elsewhere.stop();
    await launchWith(cid);
    const attempts = () =>
      queryStack(stack.dataDir, "select state, attempts from media.content where cid = $1", [cid]);
    await expect.poll(attempts, { timeout: WAIT_MS }).toMatchObject([{ state: "pending" }]);
    await expectUnseen(cid);
  });

  it("cannot delay other users' images with content that never finishes loading", async () => {
    for (let n = 0; n < 16; n += 1) {
      const cid = ipfs.keep(
        await draw(20 + n, 20)
          .png()
          .toBuffer(),
      );
      ipfs.slow.add(cid);
      // The state that tokens with this image leave.
      const row =
        "insert into media.content (cid, state, next_attempt_at) values ($1, 'pending', now())";
      await queryStack(stack.dataDir, row, [cid]);
    }
    const cid = ipfs.keep(await draw(99, 33).png().toBuffer());
    await launchWith(cid);
    // Sixteen slow images share eight workers until each fetch times out.
    const timeout = 2 * WAIT_MS;
    const shown = async () => ({
      status: await statusOf(`/ipfs/${cid}`),
      states: await statesOf(contentKey(cid)),
    });
    await expect.poll(shown, { timeout }).toMatchObject({ status: 200 });
  }, 180_000);

  it("does not delay images uploaded here", async () => {
    const { baseUrl } = stack;
    const base64Image = dataUri(await draw(64, 48).png().toBuffer());
    const image = await request("/api/v1/upload-image", { body: { base64Image }, baseUrl });
    const { ipfsHash } = imageAnswer.parse(image.body);
    const body = { name: "A", symbol: "A", description: "", imageIpfs: ipfsHash };
    const metadata = await request("/api/v1/upload-metadata", { body, baseUrl });
    for (const cid of [ipfsHash, metadataAnswer.parse(metadata.body).ipfsHash]) {
      expect(await statusOf(`/ipfs/${cid}`)).toBe(200);
    }
  });
});

/** A harmless first frame for the decoder, and a chunk that makes browsers play other frames. */
async function animatedPng(): Promise<Buffer> {
  const png = await draw(60, 60).png().toBuffer();
  const afterHeader = 8 + 25;
  const control = Buffer.alloc(20);
  control.writeUInt32BE(8, 0);
  control.write("acTL", 4, "latin1");
  control.writeUInt32BE(2, 8);
  control.writeUInt32BE(crc32(control.subarray(4, 16)), 16);
  return Buffer.concat([png.subarray(0, afterHeader), control, png.subarray(afterHeader)]);
}
