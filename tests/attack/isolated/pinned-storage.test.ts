import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imageAnswer } from "@/lib/features/media/schema";
import { createRandom } from "@/sandbox/demo/random";
import { request } from "../../setup/api/api";
import { queryStack } from "../../setup/database/stack-database";
import { KUBO_TOKEN, startIpfsProviders } from "../../setup/ipfs/start-ipfs-providers";
import { startHostedClassifier } from "../../setup/media/hosted-classifier";
import { dataUri } from "../../setup/media/images";
import { type Stack, startStack } from "../../setup/stack/start-stack";

const MIB = 1024 * 1024;
const BUDGET_BYTES = 120 * MIB;
/** Share of a network at this budget. */
const NETWORK_BYTES_MAX = 32 * MIB;
/** Width of a noise image that takes more than a megabyte in storage. */
const SIDE = 1_300;

let stack: Stack;
let classifier: Awaited<ReturnType<typeof startHostedClassifier>>;
let providers: Awaited<ReturnType<typeof startIpfsProviders>>;
beforeAll(async () => {
  [classifier, providers] = await Promise.all([startHostedClassifier(), startIpfsProviders()]);
  stack = await startStack({
    ...classifier.variables,
    MEDIA_DISK_BYTES_MAX: String(BUDGET_BYTES),
    KUBO_RPC_URL: providers.kuboUrl,
    KUBO_RPC_TOKEN: KUBO_TOKEN,
  });
});
afterAll(async () => {
  await stack.stop();
  await Promise.all([classifier.stop(), providers.stop()]);
});

async function upload(seed: number, caller: string) {
  const random = createRandom(`pinned noise ${seed}`);
  const data = Buffer.alloc(SIDE * SIDE * 3);
  for (let at = 0; at + 4 <= data.length; at += 4) {
    data.writeUInt32LE(Math.floor(random.next() * 2 ** 32), at);
  }
  const png = await sharp(data, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();
  const body = { base64Image: dataUri(png) };
  return request("/api/v1/upload-image", { body, baseUrl: stack.baseUrl, caller });
}

/** An upload from an address of the attacker. Each /56 has its own upload limits; the /48 is free. */
const uploadOf = (n: number) => upload(n, `2001:db8:77:${(n + 1).toString(16)}00::1`);

describe("an attacker with a whole network whose uploads a Kubo node publishes", () => {
  it("fills only the network's share of the node, and unused uploads make room there", async () => {
    const first = imageAnswer.parse((await uploadOf(0)).body).ipfsHash;
    expect(providers.pins.has(first)).toBe(true);
    // As if the first image had almost the size of the share.
    const set = (columns: string) =>
      queryStack(stack.dataDir, `update media.assets set ${columns} where key = '${first}'`);
    await set(`size_bytes = ${NETWORK_BYTES_MAX - 3 * MIB}`);
    const answers = [await uploadOf(1), await uploadOf(2), await uploadOf(3)];
    expect(answers.map(({ status }) => status)).toContain(429);
    expect(answers.at(-1)?.body).toMatchObject({
      error: expect.stringContaining("storage quota"),
    });
    const published = providers.pins.size;
    expect((await uploadOf(4)).status).toBe(429);
    expect(providers.pins.size).toBe(published);
    expect((await upload(5, "203.0.113.9")).status).toBe(200);
    // As if it filled the budget and its hour for a launch were over.
    await set(`size_bytes = ${BUDGET_BYTES}, created_at = now() - interval '2 hours'`);
    expect((await upload(6, "203.0.113.10")).status).toBe(200);
    expect(providers.pins.has(first)).toBe(false);
    expect(providers.blocks.has(first)).toBe(false);
  }, 120_000);
});
