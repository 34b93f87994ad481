import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CID } from "multiformats/cid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ImageRefusedError } from "@/lib/drivers/images/image-types";
import { CorruptBlockError, IpfsUnavailableError } from "@/lib/drivers/ipfs/ipfs";
import {
  readFingerprints,
  readRemovalFingerprints,
} from "@/lib/features/moderation/read-fingerprints";
import { toAppError } from "@/lib/shared/errors";
import { startTestDatabase } from "../../setup/database/postgres";
import { KUBO_TOKEN, startIpfsProviders } from "../../setup/ipfs/start-ipfs-providers";
import { draw, drawFrames } from "../../setup/media/images";
import { createLonelyContext } from "../support/open-pipeline";

let folder: string;
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let providers: Awaited<ReturnType<typeof startIpfsProviders>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-fingerprints-"));
  [database, providers] = await Promise.all([startTestDatabase(), startIpfsProviders()]);
});
afterAll(async () => {
  await Promise.all([database.stop(), providers.stop()]);
  await rm(folder, { recursive: true });
});

const variables = () => ({ DATABASE_URL: database.url, DATA_DIR: folder });

/** A context that counts decoded images. */
function counting() {
  const ctx = createLonelyContext(variables());
  const toViews = vi.fn(ctx.images.toViews);
  return { ctx: { ...ctx, images: { ...ctx.images, toViews } }, toViews };
}

it("decodes an image once for any number of requests, in whatever form its CID is given", async () => {
  const { ctx, toViews } = counting();
  const cid = await ctx.ipfs.add(await drawFrames(64, 48, 8).gif().toBuffer());
  const v1 = CID.parse(cid).toV1().toString();
  const all = await Promise.all([cid, v1, cid].map((one) => readFingerprints(ctx, one)));
  all.push(await readFingerprints(ctx, cid));
  expect(toViews).toHaveBeenCalledTimes(1);
  expect(all[0]?.length).toBeGreaterThan(0);
  for (const one of all) expect(one).toEqual(all[0]);
});

it("decodes an image that was not stored before", async () => {
  const { ctx, toViews } = counting();
  const bytes = await draw(64, 48).png().toBuffer();
  const cid = await ctx.ipfs.cidOf(bytes);
  expect(await readFingerprints(ctx, cid)).toEqual([]);
  await ctx.ipfs.add(bytes);
  expect(await readFingerprints(ctx, cid)).toHaveLength(1);
  expect(toViews).toHaveBeenCalledTimes(1);
});

it("does not take the root block of a file for the file", async () => {
  const { ctx } = counting();
  const cid = await ctx.ipfs.add(await draw(64, 48).webp().toBuffer());
  const asBytes = CID.createV1(0x55, CID.parse(cid).multihash).toString();
  expect(await readFingerprints(ctx, asBytes)).toEqual([]);
  expect(await readFingerprints(ctx, cid)).toHaveLength(1);
});

it("has none of a damaged copy, which must not prevent its removal", async () => {
  const { ctx } = counting();
  const cid = await ctx.ipfs.add(await draw(80, 48).png().toBuffer());
  const read = () => Promise.reject(new CorruptBlockError("The stored block is damaged"));
  const damaged = { ...ctx, ipfs: { ...ctx.ipfs, read } };
  expect(await readFingerprints(damaged, cid)).toEqual([]);
  expect(await readFingerprints(ctx, cid)).toHaveLength(1);
});

it("decodes again after a failure", async () => {
  const { ctx, toViews } = counting();
  const cid = await ctx.ipfs.add(await draw(64, 48).jpeg().toBuffer());
  toViews.mockRejectedValueOnce(new Error("The queue is full"));
  await expect(readFingerprints(ctx, cid)).rejects.toThrow("The queue is full");
  expect(await readFingerprints(ctx, cid)).toHaveLength(1);
});

it("decodes again after the decoder had no time or memory, which it reports like damage", async () => {
  const { ctx, toViews } = counting();
  const cid = await ctx.ipfs.add(await draw(64, 48).jpeg({ quality: 70 }).toBuffer());
  const cause = new Error("timeout: 42% complete");
  toViews.mockRejectedValueOnce(new ImageRefusedError("The image is damaged", { cause }));
  expect(await readFingerprints(ctx, cid)).toEqual([]);
  expect(await readFingerprints(ctx, cid)).toHaveLength(1);
});

it("inspects a file that is no image once", async () => {
  const { ctx } = counting();
  const inspect = vi.fn(ctx.images.inspect);
  const cid = await ctx.ipfs.add(new TextEncoder().encode("no image"));
  const inspecting = { ...ctx, images: { ...ctx.images, inspect } };
  for (let n = 0; n < 2; n += 1) expect(await readFingerprints(inspecting, cid)).toEqual([]);
  expect(inspect).toHaveBeenCalledTimes(1);
});

it("are read for a removal while uploads fill the queue; other requests return 503", async () => {
  const ctx = createLonelyContext(variables());
  const cid = await ctx.ipfs.add(await draw(96, 48).png().toBuffer());
  const large = await draw(1_000, 1_000).png().toBuffer();
  const uploads = Array.from({ length: 40 }, () => ctx.images.clean(large, "png"));
  const ended = Promise.allSettled(uploads);
  const refused = await readFingerprints(ctx, cid).catch(toAppError);
  expect(refused).toMatchObject({
    code: "dependency_unavailable",
    retryAfterSeconds: expect.any(Number),
  });
  expect(await readRemovalFingerprints(ctx, cid)).toHaveLength(1);
  const results = (await ended).map(({ status }) => status);
  expect(results).toContain("rejected");
  expect(results).toContain("fulfilled");
});

describe("where only a provider has the files", () => {
  /** Another machine: nothing is in its cache. */
  const createNode = async () =>
    createLonelyContext({
      ...variables(),
      DATA_DIR: await mkdtemp(join(folder, "node-")),
      KUBO_RPC_URL: providers.kuboUrl,
      KUBO_RPC_TOKEN: KUBO_TOKEN,
      CLOUDFLARE_ACCOUNT_ID: "unused",
      CLOUDFLARE_STREAM_TOKEN: "unused",
    });

  it("approved images have fingerprints on every machine, and nothing else is requested", async () => {
    const [ctx, other] = await Promise.all([createNode(), createNode()]);
    const cid = await ctx.ipfs.add(await draw(112, 48).png().toBuffer());
    const requests = providers.requests.length;
    expect(await readFingerprints(other, cid)).toEqual([]);
    expect(providers.requests).toHaveLength(requests);
    await ctx.content.approve(cid);
    expect(await readFingerprints(other, cid)).toHaveLength(1);
    expect(await readRemovalFingerprints(other, cid)).toHaveLength(1);
  });

  it("a failure of the provider rejects a launch, but does not prevent a removal", async () => {
    const [ctx, other] = await Promise.all([createNode(), createNode()]);
    const cid = await ctx.ipfs.add(await draw(128, 48).png().toBuffer());
    await ctx.content.approve(cid);
    const request = "POST /kubo/api/v0/block/get";
    providers.faults.set(request, { status: 503 });
    await expect(readFingerprints(other, cid)).rejects.toThrow(IpfsUnavailableError);
    providers.faults.set(request, { status: 503 });
    expect(await readRemovalFingerprints(other, cid)).toEqual([]);
  });
});
