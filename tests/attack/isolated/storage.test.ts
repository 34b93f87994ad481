import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchAnswer } from "@/lib/features/launch/schema/answers";
import { imageAnswer } from "@/lib/features/media/schema";
import { createRandom } from "@/sandbox/demo/random";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { queryStack } from "../../setup/database/stack-database";
import { startHostedClassifier } from "../../setup/media/hosted-classifier";
import { dataUri } from "../../setup/media/images";
import { type Stack, startStack } from "../../setup/stack/start-stack";

const MIB = 1024 * 1024;
const BUDGET_BYTES = 120 * MIB;
/** Share of a network at this budget. */
const NETWORK_BYTES_MAX = 32 * MIB;
const UPLOADS = 32;
/** Width of a noise image that takes more than a megabyte in storage. */
const SIDE = 1_300;

let stack: Stack;
let classifier: Awaited<ReturnType<typeof startHostedClassifier>>;
beforeAll(async () => {
  classifier = await startHostedClassifier();
  stack = await startStack({
    ...classifier.variables,
    MEDIA_DISK_BYTES_MAX: String(BUDGET_BYTES),
  });
});
afterAll(async () => {
  await stack.stop();
  await classifier.stop();
});

/** An incompressible image: three bytes per pixel. */
function noise(side: number, seed: number): Promise<Buffer> {
  const random = createRandom(`noise ${seed}`);
  const data = Buffer.alloc(side * side * 3);
  for (let at = 0; at + 4 <= data.length; at += 4) {
    data.writeUInt32LE(Math.floor(random.next() * 2 ** 32), at);
  }
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}

async function upload(png: Buffer, caller?: string) {
  const body = { base64Image: dataUri(png) };
  const from = caller === undefined ? {} : { caller };
  return request("/api/v1/upload-image", { body, baseUrl: stack.baseUrl, ...from });
}

async function occupiedBytes(): Promise<number> {
  const statement = "select coalesce(sum(size_bytes), 0)::float8 as bytes from media.assets";
  const [row] = await queryStack(stack.dataDir, statement);
  return typeof row === "object" && row !== null && "bytes" in row ? Number(row.bytes) : Number.NaN;
}

describe("an attacker with a whole network who references all uploads in launches", () => {
  it("fills only the network's share of the disk; others upload as before", async () => {
    const refusals: unknown[] = [];
    const taken: string[] = [];
    for (let n = 0; n < UPLOADS; n += 1) {
      // Addresses in one /48 are free, and each /56 has its own upload quota.
      const caller = `2001:db8:77:${(n + 1).toString(16)}00::1`;
      const { status, body } = await upload(await noise(SIDE, n), caller);
      if (status !== 200) {
        refusals.push(body);
        continue;
      }
      const { ipfsHash } = imageAnswer.parse(body);
      taken.push(ipfsHash);
      const launch = launchBody({ imageIpfs: ipfsHash, creatorEmail: undefined });
      const path = "/api/v1/base-sepolia/launch-memecoin";
      const answer = await request(path, { body: launch, caller, baseUrl: stack.baseUrl });
      if (answer.status === 200) launchAnswer.parse(answer.body);
    }
    expect(taken.length).toBeGreaterThan(5);
    expect(refusals.length).toBeGreaterThan(1);
    // Not the upload limit per minute, which would allow more tomorrow.
    expect(refusals).toContainEqual(
      expect.objectContaining({ error: expect.stringContaining("storage quota") }),
    );
    expect(await occupiedBytes()).toBeLessThan(NETWORK_BYTES_MAX + 1 * MIB);
    // As if each had been launched: content that a launch references is permanent.
    await queryStack(stack.dataDir, "update media.assets set used_at = now()");
    for (let n = 0; n < 5; n += 1) {
      expect((await upload(await noise(600, 1_000 + n))).status).toBe(200);
    }
    const body = { maxSizeBytes: 5 * MIB };
    const video = await request("/api/v1/upload-video", { body, baseUrl: stack.baseUrl });
    expect(video.status).toBe(200);
  }, 240_000);

  it("is limited in requests for uploads that do not fit, because each one counts all uploads", async () => {
    await queryStack(
      stack.dataDir,
      `insert into media.assets (kind, key, size_bytes, is_settled, created_at, used_at)
        values ('content', 'launched', ${60 * MIB}, true, now(), now())`,
    );
    const body = { maxSizeBytes: 50 * MIB };
    const options = { body, caller: "2001:db8:78::1", baseUrl: stack.baseUrl };
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      statuses.push((await request("/api/v1/upload-video", options)).status);
    }
    await queryStack(stack.dataDir, "delete from media.assets where key = 'launched'");
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 507), 429]);
  });

  it("has a 10 MB image stored at a bounded size", async () => {
    const png = await noise(1_800, 7);
    expect(png.byteLength).toBeGreaterThan(9 * MIB);
    const { ipfsHash } = imageAnswer.parse((await upload(png)).body);
    const stored = await fetch(`${stack.baseUrl}/ipfs/${ipfsHash}`);
    expect(stored.status).toBe(200);
    expect((await stored.arrayBuffer()).byteLength).toBeLessThanOrEqual(2 * MIB);
  });

  it("has no image fetched or decoded by Next", async () => {
    const url = encodeURIComponent("/icon.svg");
    const answer = await request(`/_next/image?url=${url}&w=640&q=75`, { baseUrl: stack.baseUrl });
    expect([400, 404]).toContain(answer.status);
  });
});
