import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CID } from "multiformats/cid";
import * as raw from "multiformats/codecs/raw";
import { sha256 } from "multiformats/hashes/sha2";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { ImageRefusedError } from "@/lib/drivers/images/image-types";
import { IMAGE_LIMITS } from "@/lib/features/media/rules/image";
import type { ContentChange } from "@/lib/features/media/store/tables";
import { storeContent } from "@/lib/features/media/store-content";
import { removeImage, restoreImage } from "@/lib/features/moderation/change-image";
import { readFingerprints } from "@/lib/features/moderation/read-fingerprints";
import {
  applyContentChange,
  applyContentChanges,
} from "@/lib/features/storage/apply-content-changes";
import { contentDigest } from "@/lib/shared/cid";
import { startTestDatabase } from "../../setup/database/postgres";
import { KUBO_TOKEN, startIpfsProviders } from "../../setup/ipfs/start-ipfs-providers";
import { draw } from "../../setup/media/images";
import { createLonelyContext } from "../support/open-pipeline";

// A supported installation: content is only at a provider, and each machine has a disk of its own.
let folder: string;
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let providers: Awaited<ReturnType<typeof startIpfsProviders>>;
let ctx: ServiceContext;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-withdrawn-"));
  [database, providers] = await Promise.all([startTestDatabase(), startIpfsProviders()]);
});
beforeEach(async () => {
  ctx = await createNode();
});
afterAll(async () => {
  await Promise.all([database.stop(), providers.stop()]);
  await rm(folder, { recursive: true });
});

/** Another machine with copies of content in storage: nothing is in its cache. */
const createStoringNode = async (variables: Record<string, string> = {}) =>
  createLonelyContext({
    DATABASE_URL: database.url,
    DATA_DIR: await mkdtemp(join(folder, "node-")),
    KUBO_RPC_URL: providers.kuboUrl,
    KUBO_RPC_TOKEN: KUBO_TOKEN,
    ...variables,
  });
/** The same without file storage. */
const createNode = () =>
  createStoringNode({ CLOUDFLARE_ACCOUNT_ID: "unused", CLOUDFLARE_STREAM_TOKEN: "unused" });

const upload = (text: string) =>
  storeContent({ ctx, input: { bytes: Buffer.from(text), quotas: [] } });
const request = (cid: string, change: ContentChange) =>
  ctx.contentChanges.request(database.db, cid, change);
/** Requests a change and carries it out on a machine. */
async function change(cid: string, what: ContentChange, node: ServiceContext = ctx) {
  await request(cid, what);
  await applyContentChange({ ctx: node, input: { key: cid } });
}
const remove = (cid: string, node: ServiceContext) =>
  database.db.transaction((tx) =>
    removeImage({ ctx: node, tx, input: { cid, publicReason: "illegal" } }),
  );
const isPublished = (cid: string) => providers.pins.has(cid);
const kept = async () => {
  const { rows } = await database.db.$client.query("select key from media.withdrawn_files");
  return rows.map(({ key }) => key);
};

it("is published again by another machine, and kept only until then", async () => {
  const cid = await upload("removed by mistake");
  await change(cid, "withdraw");
  await change(cid, "withdraw", await createNode());
  expect(isPublished(cid)).toBe(false);
  expect(await kept()).toEqual([cid]);
  await change(cid, "publish", await createNode());
  expect(isPublished(cid)).toBe(true);
  expect(await kept()).toEqual([]);
  const read = await (await createNode()).ipfs.read(cid, 100);
  expect(Buffer.from(read ?? "").toString()).toBe("removed by mistake");
});

it("is kept while the provider fails to publish it", async () => {
  const cid = await upload("published at the second attempt");
  await change(cid, "withdraw");
  providers.faults.set("POST /kubo/api/v0/add", { status: 500 });
  const node = await createNode();
  await change(cid, "publish", node);
  expect([isPublished(cid), await kept()]).toEqual([false, [cid]]);
  await applyContentChange({ ctx: node, input: { key: cid } });
  expect([isPublished(cid), await kept()]).toEqual([true, []]);
});

// Kubo reports missing blocks, and some temporary failures, with 500.
it.each([503, 500])("stays published while the provider reads it with %i", async (status) => {
  const cid = await upload(`read at the second attempt after ${status}`);
  providers.faults.set("POST /kubo/api/v0/block/get", { status });
  await change(cid, "withdraw", await createNode());
  expect([isPublished(cid), await kept()]).toEqual([true, []]);
  expect((await ctx.contentChanges.countRequested()).withdraw).toBe(1);
  await applyContentChange({ ctx: await createNode(), input: { key: cid } });
  expect([isPublished(cid), await kept()]).toEqual([false, [cid]]);
  await change(cid, "publish");
});

// Content of a time before copies were kept.
it.each([500, 504])("stays published without a copy in storage after %i", async (status) => {
  const cid = await upload(`copied at the second attempt after ${status}`);
  providers.faults.set("POST /kubo/api/v0/block/get", { status });
  await request(cid, "withdraw");
  const attempt = async () => {
    const node = await createStoringNode();
    expect(await applyContentChange({ ctx: node, input: { key: cid } })).toBe(true);
    return [isPublished(cid), await node.ipfs.isStored(cid)];
  };
  expect(await attempt()).toEqual([true, false]);
  expect((await ctx.contentChanges.countRequested()).withdraw).toBe(1);
  expect(await attempt()).toEqual([false, true]);
  expect((await ctx.contentChanges.countRequested()).withdraw).toBe(0);
});

it("stays published while the gateway times out, and is tried again hourly", async () => {
  const cid = await upload("the gateway searches for it");
  providers.faults.set("POST /kubo/api/v0/block/get", { status: 504 });
  await request(cid, "withdraw");
  // Not a failure: three of them would end a sweep.
  expect(await applyContentChange({ ctx: await createNode(), input: { key: cid } })).toBe(true);
  const { rows } = await database.db.$client.query(
    "select key from media.content_changes where key = $1 and due_at > now() + interval '50 minutes'",
    [cid],
  );
  expect([isPublished(cid), rows]).toEqual([true, [{ key: cid }]]);
  await change(cid, "withdraw");
  await change(cid, "publish");
});

it("stays published while the provider lacks a part of it, which is no failure", async () => {
  const cid = await upload("part by part ".repeat(60_000));
  const [lost] = [...(providers.pins.get(cid) ?? [])].filter((block) => block !== cid);
  const bytes = providers.blocks.get(lost ?? "");
  if (lost === undefined || bytes === undefined) throw new Error("The file has one block");
  providers.blocks.delete(lost);
  await request(cid, "withdraw");
  expect(await applyContentChange({ ctx: await createNode(), input: { key: cid } })).toBe(true);
  expect([isPublished(cid), await kept()]).toEqual([true, []]);
  await request(cid, "publish");
  expect(await applyContentChange({ ctx: await createNode(), input: { key: cid } })).toBe(true);
  expect((await ctx.contentChanges.countRequested()).publish).toBe(1);
  providers.blocks.set(lost, bytes);
  await applyContentChange({ ctx: await createNode(), input: { key: cid } });
  expect((await ctx.contentChanges.countRequested()).publish).toBe(0);
});

describe.each([
  ["is not found", () => providers.blocks.clear()],
  [
    "is not returned by the gateway",
    () => void providers.faults.set("POST /kubo/api/v0/block/get", { status: 504 }),
  ],
])("a file that %s", (what, lose) => {
  it.each([
    ["the database", () => createNode()],
    ["storage", () => createStoringNode()],
  ])("is withdrawn without a copy in %s after a day", async (place, create) => {
    const cid = await upload(`${what}: ${place}`);
    await remove(cid, ctx);
    lose();
    await applyContentChange({ ctx: await create(), input: { key: cid } });
    expect(isPublished(cid)).toBe(true);
    lose();
    await applyContentChange({
      ctx: { ...(await create()), clock: tomorrow() },
      input: { key: cid },
    });
    providers.faults.clear();
    expect([isPublished(cid), await kept()]).toEqual([false, []]);
    expect((await ctx.contentChanges.countRequested()).withdraw).toBe(0);
  });
});

describe("the first attempt, a day after the removal", () => {
  const attempt = async (cid: string, node: ServiceContext) => {
    await remove(cid, ctx);
    await applyContentChange({ ctx: { ...node, clock: tomorrow() }, input: { key: cid } });
    return isPublished(cid);
  };

  it("keeps the file in the database", async () => {
    const cid = await upload("Slipway was stopped for a day");
    expect(await attempt(cid, await createNode())).toBe(false);
    expect(await kept()).toEqual([cid]);
    await change(cid, "publish");
  });

  it("keeps the file in storage", async () => {
    const cid = await upload("Slipway was stopped for a day, with storage");
    const node = await createStoringNode();
    expect(await attempt(cid, node)).toBe(false);
    expect(await node.ipfs.isStored(cid)).toBe(true);
  });

  it("withdraws a file that is too large to be kept", async () => {
    const bytes = Buffer.alloc(IMAGE_LIMITS.bytesMax + 1, 1);
    const cid = await ctx.ipfs.add(bytes);
    await ctx.content.approve(cid);
    expect(await attempt(cid, await createNode())).toBe(false);
    expect(await kept()).toEqual([]);
  });
});

it("waits a day for a copy after each removal of its video", async () => {
  const cid = await ctx.ipfs.cidOf(Buffer.from("a thumbnail"));
  const digest = contentDigest(cid);
  const { setVideo, findRemovedAt } = ctx.moderation;
  const empty = { fileDigest: null, fingerprints: new Uint8Array() };
  const removeVideo = () =>
    database.db.transaction((tx) =>
      setVideo(tx, "a".repeat(32), { ...empty, reason: "illegal", thumbnailCid: cid }),
    );
  await removeVideo();
  await database.db.$client.query("update moderation.videos set at = now() - interval '2 days'");
  await removeVideo();
  expect(Date.now() - ((await findRemovedAt(digest))?.getTime() ?? 0)).toBeLessThan(60_000);
});

it("is published after another removal and restore if the request was lost", async () => {
  const cid = await upload("restored by a server of the previous release");
  await change(cid, "withdraw");
  await database.db.$client.query("delete from media.content_changes");
  const input = { cid };
  await database.db.transaction(async (tx) => {
    await removeImage({ ctx, tx, input: { ...input, publicReason: "illegal" } });
    await restoreImage({ ctx, tx, input });
  });
  await applyContentChange({ ctx: await createNode(), input: { key: cid } });
  expect([isPublished(cid), await kept()]).toEqual([true, []]);
});

describe("an image that is removed while its deletion as an unused upload is pending", () => {
  /** It was used again, by an upload of the same bytes. */
  async function pending(text: string): Promise<string> {
    const cid = await upload(text);
    await request(cid, "remove");
    return cid;
  }

  it("is withdrawn, although its deletion is given up", async () => {
    const cid = await pending("used again, then removed");
    await remove(cid, ctx);
    await applyContentChange({ ctx, input: { key: cid } });
    expect([isPublished(cid), await kept()]).toEqual([false, [cid]]);
    expect((await ctx.contentChanges.countRequested()).remove).toBe(0);
    await database.db.transaction((tx) => restoreImage({ ctx, tx, input: { cid } }));
    await applyContentChange({ ctx, input: { key: cid } });
    expect([isPublished(cid), await kept()]).toEqual([true, []]);
  });

  it("is withdrawn if its removal is decided just when its deletion is given up", async () => {
    const cid = await pending("used again, removed meanwhile");
    const isImageRemoved = async () => {
      await remove(cid, ctx);
      return false;
    };
    const late = { ...ctx, moderation: { ...ctx.moderation, isImageRemoved } };
    await applyContentChange({ ctx: late, input: { key: cid } });
    await applyContentChange({ ctx, input: { key: cid } });
    expect(isPublished(cid)).toBe(false);
    await database.db.$client.query("delete from media.withdrawn_files where key = $1", [cid]);
  });

  it("is published if it was restored meanwhile and a launch names it", async () => {
    const cid = await upload("withdrawn, unused, then restored and used");
    await remove(cid, ctx);
    await applyContentChange({ ctx, input: { key: cid } });
    expect([isPublished(cid), await kept()]).toEqual([false, [cid]]);
    await request(cid, "remove");
    await database.db.transaction((tx) => restoreImage({ ctx, tx, input: { cid } }));
    providers.faults.set("POST /kubo/api/v0/add", { status: 500 });
    await applyContentChange({ ctx, input: { key: cid } });
    expect([isPublished(cid), await kept()]).toEqual([false, [cid]]);
    await applyContentChange({ ctx, input: { key: cid } });
    expect([isPublished(cid), await kept()]).toEqual([true, []]);
  });

  it("stays published while nobody removes it", async () => {
    const cid = await pending("used again");
    await applyContentChange({ ctx, input: { key: cid } });
    expect(isPublished(cid)).toBe(true);
    expect((await ctx.contentChanges.countRequested()).remove).toBe(0);
  });
});

it("is removed with the file that nobody uses", async () => {
  const cid = await upload("unused");
  await change(cid, "withdraw");
  await database.db.$client.query("delete from media.assets where key = $1", [cid]);
  await change(cid, "remove");
  expect(await kept()).toEqual([]);
});

it("is not kept if nobody approved it", async () => {
  const cid = providers.keep(Buffer.from("of a stranger"));
  await change(cid, "withdraw");
  expect(await kept()).toEqual([]);
});

it("is published once after a restore of the database, which requests it in SQL", async () => {
  const cid = await upload("of a restored backup");
  await database.db.$client.query(
    "insert into media.content_changes values ($1, 'publish', timestamptz '2026-01-01 00:00:00.000001Z')",
    [cid],
  );
  await applyContentChange({ ctx, input: { key: cid } });
  expect((await ctx.contentChanges.countRequested()).publish).toBe(0);
});

// The layout of `ipfs add --cid-version=1` and of many pinning services: a CIDv1 with raw leaves.
it.each([
  ["storage", () => createStoringNode()],
  ["the database", () => createNode()],
])("in another layout gets no second CID in %s or at the provider", async (place, create) => {
  const bytes = Buffer.from(`of a stranger, in another layout: ${place}`);
  const cid = CID.createV1(raw.code, await sha256.digest(bytes)).toString();
  // By hash, as the providers of these tests keep blocks.
  providers.blocks.set(CID.createV0(await sha256.digest(bytes)).toString(), bytes);
  await ctx.content.approve(cid);
  const node = await create();
  const own = await node.ipfs.cidOf(bytes);
  await remove(cid, node);
  await applyContentChange({ ctx: node, input: { key: cid } });
  expect([await node.ipfs.isStored(own), await kept()]).toEqual([false, []]);
  await database.db.transaction((tx) => restoreImage({ ctx: node, tx, input: { cid } }));
  await applyContentChange({ ctx: node, input: { key: cid } });
  expect([await node.ipfs.isStored(own), isPublished(own)]).toEqual([false, false]);
  expect(await ctx.contentChanges.countRequested()).toEqual({ remove: 0, withdraw: 0, publish: 0 });
});

it("waits as requested, and is counted, while it is found nowhere", async () => {
  const bytes = Buffer.from("lost for now");
  const cid = await ctx.ipfs.cidOf(bytes);
  await ctx.content.approve(cid);
  await change(cid, "publish");
  expect(await ctx.contentChanges.countRequested()).toEqual({ remove: 0, withdraw: 0, publish: 1 });
  // Not at once again: many of them must not fill the sweeps.
  expect(await ctx.contentChanges.listDue(10)).toEqual([]);
  providers.keep(bytes);
  await applyContentChange({ ctx: await createNode(), input: { key: cid } });
  expect(isPublished(cid)).toBe(true);
  expect(await ctx.contentChanges.countRequested()).toEqual({ remove: 0, withdraw: 0, publish: 0 });
});

it("waits as well while the gateway times out", async () => {
  const cid = await ctx.ipfs.cidOf(Buffer.from("lost, and the gateway searches for it"));
  await ctx.content.approve(cid);
  await request(cid, "publish");
  providers.faults.set("POST /kubo/api/v0/block/get", { status: 504 });
  // Not a failure: three of them would end a sweep.
  expect(await applyContentChange({ ctx, input: { key: cid } })).toBe(true);
  const { rows } = await database.db.$client.query(
    "delete from media.content_changes where key = $1 and due_at > now() + interval '50 minutes' returning key",
    [cid],
  );
  expect(rows).toHaveLength(1);
});

it("is withdrawn first while a gateway searches for many other files, and the sweep ends", async () => {
  await database.db.$client.query("delete from media.content_changes");
  const texts = Array.from({ length: 12 }, (_, n) => `lost with the node: ${n}`);
  const lost = await Promise.all(texts.map((text) => ctx.ipfs.cidOf(Buffer.from(text))));
  for (const cid of lost) await ctx.content.approve(cid);
  // As a restore of the database requests them.
  await database.db.$client.query(
    "insert into media.content_changes select unnest($1::text[]), 'publish', now() - interval '1 day'",
    [lost],
  );
  const cid = await upload("removed while many files are searched");
  await remove(cid, ctx);
  let searches = 0;
  const read: typeof ctx.ipfs.read = async (path, ...rest) => {
    if (path === cid) return ctx.ipfs.read(path, ...rest);
    searches += 1;
    return null;
  };
  const now = () => new Date(Date.now() + searches * 10_000);
  await applyContentChanges({ ctx: { ...ctx, clock: { now }, ipfs: { ...ctx.ipfs, read } } });
  expect([isPublished(cid), searches]).toEqual([false, 5]);
  expect(await ctx.contentChanges.listDue(20)).toHaveLength(7);
  await database.db.$client.query("delete from media.content_changes");
});

describe("the fingerprints of a removed image", () => {
  const decode = async (seed: number) => {
    const bytes = await draw(64 + 16 * seed, 48)
      .png()
      .toBuffer();
    const cid = await storeContent({ ctx, input: { bytes, quotas: [] } });
    return { cid, prints: await readFingerprints(ctx, cid) };
  };
  /** Its decoder has no time for the first removal. */
  const createBusyNode = async () => {
    const node = await createNode();
    let failures = 1;
    const toViews: typeof node.images.toViews = async (...all) => {
      failures -= 1;
      if (failures >= 0) {
        const cause = new Error("timeout: 42% complete");
        throw new ImageRefusedError("The image is damaged", { cause });
      }
      return node.images.toViews(...all);
    };
    return { ...node, images: { ...node.images, toViews } };
  };
  const listed = async (cid: string) => {
    const { pictures } = await ctx.moderation.listDecisions(cid);
    return pictures.map(({ recognizesCopies }) => recognizesCopies);
  };

  it("are computed later if the decoder failed, and other servers follow", async () => {
    const { cid, prints } = await decode(1);
    const node = await createBusyNode();
    expect((await remove(cid, node)).after).toMatchObject({ recognizesCopies: false });
    expect(await listed(cid)).toEqual([false]);
    await ctx.decisions.refresh();
    expect(ctx.decisions.isCopy(prints)).toBe(false);
    await applyContentChange({ ctx: node, input: { key: cid } });
    expect(await listed(cid)).toEqual([true]);
    await ctx.decisions.refresh();
    expect(ctx.decisions.isCopy(prints)).toBe(true);
    expect((await ctx.contentChanges.countRequested()).withdraw).toBe(0);
  });

  it("are requested for a day, and the image is withdrawn at once", async () => {
    const { cid } = await decode(2);
    const node = await createBusyNode();
    await remove(cid, node);
    const failing = { ...node, images: { ...node.images, toViews: refuse } };
    await applyContentChange({ ctx: failing, input: { key: cid } });
    expect(isPublished(cid)).toBe(false);
    expect((await ctx.contentChanges.countRequested()).withdraw).toBe(1);
    await applyContentChange({ ctx: { ...failing, clock: tomorrow() }, input: { key: cid } });
    expect((await ctx.contentChanges.countRequested()).withdraw).toBe(0);
  });

  it("are requested for a day after each removal", async () => {
    const { cid } = await decode(5);
    const node = await createBusyNode();
    const failing = { ...node, images: { ...node.images, toViews: refuse } };
    await remove(cid, failing);
    await database.db.$client.query(
      "update moderation.pictures set at = at - interval '2 days' where cid = $1",
      [cid],
    );
    await remove(cid, failing);
    await applyContentChange({ ctx: failing, input: { key: cid } });
    expect((await ctx.contentChanges.countRequested()).withdraw).toBe(1);
    await applyContentChange({ ctx, input: { key: cid } });
    expect(await listed(cid)).toEqual([true]);
  });

  it("are computed from the kept file while the provider does not respond", async () => {
    const { cid } = await decode(4);
    const node = await createBusyNode();
    await remove(cid, node);
    await applyContentChange({
      ctx: { ...node, images: { ...node.images, toViews: refuse } },
      input: { key: cid },
    });
    expect([isPublished(cid), await kept()]).toEqual([false, expect.arrayContaining([cid])]);
    providers.faults.set("POST /kubo/api/v0/block/get", { status: 504 });
    await applyContentChange({ ctx: await createNode(), input: { key: cid } });
    providers.faults.clear();
    expect(await listed(cid)).toEqual([true]);
    expect((await ctx.contentChanges.countRequested()).withdraw).toBe(0);
  });

  it("stay when the removal is decided again without the file", async () => {
    const { cid, prints } = await decode(3);
    await remove(cid, ctx);
    providers.pins.clear();
    providers.blocks.clear();
    const again = await remove(cid, await createNode());
    expect(again.after).toMatchObject({ recognizesCopies: true });
    await ctx.decisions.refresh();
    expect(ctx.decisions.isCopy(prints)).toBe(true);
    expect(await listed(cid)).toEqual([true]);
  });
});

const tomorrow = () => ({
  ...ctx.clock,
  now: () => new Date(Date.now() + 25 * 60 * 60 * 1000),
});
const refuse = () =>
  Promise.reject(new ImageRefusedError("The image is damaged", { cause: new Error("timeout") }));
