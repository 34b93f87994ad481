import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { Client } from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { assets, contentChanges, videos } from "@/lib/features/media/store/tables";
import { removeImage } from "@/lib/features/moderation/change-image";
import { removeVideo, restoreVideo } from "@/lib/features/moderation/change-video";
import { failVideo } from "@/lib/features/storage/fail-video";
import { removeUnused } from "@/lib/features/storage/remove-unused";
import { removeVideoFiles } from "@/lib/features/storage/remove-video-files";
import { markVideoUsed } from "@/lib/features/video/mark-video-used";
import { moderateVideo } from "@/lib/features/video/moderate-video";
import { openVideoFile } from "@/lib/features/video/open-video-file";
import { prepareVideo } from "@/lib/features/video/prepare-video";
import { publishVideo } from "@/lib/features/video/publish-video";
import { requireShownVideo } from "@/lib/features/video/require-shown-video";
import { removeUnreferencedFiles } from "@/lib/features/video/upkeep/remove-unreferenced-files";
import { sweepVideos } from "@/lib/features/video/upkeep/sweep-videos";
import { contentDigest } from "@/lib/shared/cid";
import { fenceRestored } from "@/sandbox/backup/fence-restored";
import { startTestDatabase } from "../../setup/database/postgres";
import { bodyOf, collect } from "../../setup/s3/bodies";
import { createLonelyContext } from "../support/open-pipeline";

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const DETAILS = { durationSeconds: 2, width: 320, height: 180, sizeBytes: 1_000 };

let folder: string;
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let ctx: ServiceContext;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-restored-"));
  database = await startTestDatabase();
  ctx = createLonelyContext({ DATABASE_URL: database.url, DATA_DIR: folder });
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

/** The files of a published video; nothing else of it. @returns its thumbnail */
async function publishedFiles(uid: string): Promise<Uint8Array> {
  const thumbnail = await sharp({
    create: { width: 8, height: 8, channels: 3, background: `#${uid.slice(0, 6)}` },
  })
    .jpeg()
    .toBuffer();
  const files = {
    "stream.m3u8": Buffer.from(uid),
    "thumbnail.jpg": thumbnail,
    "video.json": Buffer.from(JSON.stringify(DETAILS)),
  };
  for (const [name, bytes] of Object.entries(files)) {
    await ctx.storage.files.put(`videos/${uid}/public/${name}`, bodyOf(bytes));
  }
  return thumbnail;
}

const newUid = () => randomUUID().replaceAll("-", "");
/** A video and its upload URL, which expired an hour ago. */
async function expiredUpload(): Promise<string> {
  const expiresAt = new Date(Date.now() - HOUR_MS);
  const { uid } = await ctx.videos.createUpload({
    userId: "u",
    durationSecondsMax: 300,
    sizeBytesMax: 1_000,
    expiresAt,
  });
  const limits = { durationSecondsMax: 300, sizeBytesMax: 1_000 };
  await ctx.videoStore.insert({ uid, userId: "u", provider: "embedded", expiresAt, ...limits });
  return uid;
}
/** A published video of the database, with its files. */
async function approvedVideo(): Promise<string> {
  const uid = await expiredUpload();
  await database.db.update(videos).set({ state: "nsfw_approved" }).where(eq(videos.uid, uid));
  await publishedFiles(uid);
  await ctx.assets.reserve({ kind: "video", key: uid, sizeBytes: 1, isSettled: true }, []);
  return uid;
}
async function insertUnsentLaunch(uid: string): Promise<void> {
  await database.db.execute(sql`
    insert into launch.transactions
      (id, kind, chain, realm, chain_realm, state, payload, created_at, touched_at)
    values (${`unsent ${uid}`}, 'prepared_launch', 'base', 'live', 'live', 'failed',
      ${JSON.stringify({ token: { video: { uid } } })}::jsonb, now(), now())`);
}
const textOf = async (uid: string) => {
  const file = await openVideoFile({ ctx, input: { uid, name: "stream.m3u8" } });
  return (await collect(file.read())).toString();
};
/** Removes unused uploads as a week and an hour later. */
async function removeUnusedLater(): Promise<void> {
  const agoMs = WEEK_MS + HOUR_MS;
  // The store of uploads has the time of the machine.
  const usedAt = sql`used_at - ${`${agoMs} ms`}::interval`;
  await database.db.update(assets).set({ usedAt });
  await removeUnused({ ctx: { ...ctx, clock: { now: () => new Date(Date.now() + agoMs) } } });
}
async function fence(): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await fenceRestored(client);
  await client.end();
}
const runSteps = async (uid: string) => {
  await prepareVideo({ ctx, input: { uid } });
  await moderateVideo({ ctx, input: { uid } });
  return publishVideo({ ctx, input: { uid } });
};

const remove = (uid: string) =>
  database.db.transaction((tx) =>
    removeVideo({ ctx, tx, input: { uid, publicReason: "illegal" } }),
  );
const changeOf = async (cid: string) => {
  const rows = await database.db.select().from(contentChanges).where(eq(contentChanges.key, cid));
  return rows.map(({ change }) => change);
};

describe("after a restore of an older database, the files of a published video", () => {
  it("stay when the database does not know the video", async () => {
    const uid = newUid();
    await publishedFiles(uid);
    await removeUnreferencedFiles({ ctx });
    expect(await textOf(uid)).toBe(uid);
  });

  it("are removed when its upload URL was issued here and its row was never stored", async () => {
    const uid = await expiredUpload();
    await database.db.delete(videos).where(eq(videos.uid, uid));
    await ctx.storage.files.put(`videos/${uid}/source-1`, bodyOf(Buffer.from("x")));
    await removeUnreferencedFiles({ ctx });
    expect(await ctx.storedVideos.list()).not.toContain(uid);
  });

  it("are compared with the database in batches", async () => {
    const unstored = await expiredUpload();
    await database.db.delete(videos).where(eq(videos.uid, unstored));
    const removed = await expiredUpload();
    await database.db.update(videos).set({ isRemoved: true }).where(eq(videos.uid, removed));
    const stored = await expiredUpload();
    const others = Array.from({ length: 1_200 }, newUid);
    const batches: number[] = [];
    const gone: string[] = [];
    await removeUnreferencedFiles({
      ctx: {
        ...ctx,
        storedVideos: {
          ...ctx.storedVideos,
          list: async () => [unstored, ...others, removed, stored],
          remove: async (uid) => {
            gone.push(uid);
          },
        },
        videoStore: {
          ...ctx.videoStore,
          listUnreferenced: (uids) => {
            batches.push(uids.length);
            return ctx.videoStore.listUnreferenced(uids);
          },
        },
      },
    });
    expect(gone).toEqual([unstored, removed]);
    expect(batches).toEqual([500, 500, 203]);
  });

  it("stay when the video was uploaded after the backup, which then shows it as approved", async () => {
    const uid = await expiredUpload();
    await publishedFiles(uid);
    await fence();
    await sweepVideos({ ctx });
    expect(await runSteps(uid)).toBe("nsfw_approved");
    await removeUnusedLater();
    expect(await textOf(uid)).toBe(uid);
    expect(await ctx.videoStore.find(uid)).toMatchObject({
      ...DETAILS,
      thumbnailCid: expect.any(String),
      streamUrl: `/videos/${uid}/stream.m3u8`,
    });
  });

  it("stay when the video was processed during the backup", async () => {
    const uid = await expiredUpload();
    await database.db.update(videos).set({ state: "nsfw_checking" }).where(eq(videos.uid, uid));
    await publishedFiles(uid);
    await fence();
    expect(await runSteps(uid)).toBe("nsfw_approved");
    expect(await textOf(uid)).toBe(uid);
  });

  it.each([
    ["pinned before, when its run was interrupted", true],
    ["uploaded after the backup", false],
  ])("stay, and a removed thumbnail is not published again: %s", async (_, isPinned) => {
    const uid = await expiredUpload();
    await database.db.update(videos).set({ state: "nsfw_checking" }).where(eq(videos.uid, uid));
    const cid = await ctx.ipfs.cidOf(await publishedFiles(uid));
    if (isPinned) await ctx.videoStore.update(uid, { thumbnailCid: cid });
    const input = { cid, publicReason: "illegal" } as const;
    await database.db.transaction((tx) => removeImage({ ctx, tx, input }));
    await ctx.decisions.refresh();
    expect(await runSteps(uid)).toBe("nsfw_approved");
    expect(await ctx.ipfs.isStored(cid)).toBe(false);
    expect(await textOf(uid)).toBe(uid);
    const thumbnail = requireShownVideo({ ctx, input: { uid, name: "thumbnail.jpg" } });
    await expect(thumbnail).rejects.toMatchObject({ code: "content_removed" });
  });

  it("stay when a sweep reaches the expired upload URL before it queries the provider", async () => {
    const uid = await expiredUpload();
    await publishedFiles(uid);
    const unused = await expiredUpload();
    // As with more uploads than a sweep queries, and as with another provider.
    const listUploading = async () => [];
    await sweepVideos({ ctx: { ...ctx, videoStore: { ...ctx.videoStore, listUploading } } });
    expect(await textOf(uid)).toBe(uid);
    expect((await ctx.videoStore.find(unused))?.state).toBe("error");
    await sweepVideos({ ctx });
    expect(await runSteps(uid)).toBe("nsfw_approved");
  });

  it("stay when its processing failed repeatedly, and it is processed later", async () => {
    const uid = await expiredUpload();
    await publishedFiles(uid);
    const long = { state: "processing", requeues: 9, touchedAt: new Date(0) } as const;
    await database.db.update(videos).set(long).where(eq(videos.uid, uid));
    await sweepVideos({ ctx });
    await failVideo({ ctx, input: { uid, reason: "Processing failed." } });
    await removeVideoFiles({ ctx, input: { uid } });
    expect(await textOf(uid)).toBe(uid);
    expect(await runSteps(uid)).toBe("nsfw_approved");
  });

  it("stay when a launch after the backup used the video", async () => {
    const uid = await approvedVideo();
    await fence();
    await removeUnusedLater();
    expect(await textOf(uid)).toBe(uid);
  });

  it.each([
    ["before the backup", false],
    ["after the restore", true],
  ])("stay when another launch with it was prepared %s and never sent", async (_, isAfter) => {
    const uid = await approvedVideo();
    if (isAfter) await fence();
    await markVideoUsed({ ctx, input: { uid } });
    await insertUnsentLaunch(uid);
    if (!isAfter) await fence();
    await removeUnusedLater();
    expect(await textOf(uid)).toBe(uid);
  });

  it("stay when it was uploaded after the backup, and a launch prepared after the restore was never sent", async () => {
    const uid = await expiredUpload();
    await publishedFiles(uid);
    await fence();
    await sweepVideos({ ctx });
    expect(await runSteps(uid)).toBe("nsfw_approved");
    await markVideoUsed({ ctx, input: { uid } });
    await insertUnsentLaunch(uid);
    await removeUnusedLater();
    expect(await textOf(uid)).toBe(uid);
  });

  it("are removed a week later without a restore when no launch used the video", async () => {
    const uid = await approvedVideo();
    await removeUnusedLater();
    await expect(textOf(uid)).rejects.toMatchObject({ code: "not_found" });
    expect(await database.db.select().from(assets).where(eq(assets.key, uid))).toEqual([]);
  });
});

describe("a published video that the restored database does not have", () => {
  const restore = (uid: string) =>
    database.db.transaction((tx) => restoreVideo({ ctx, tx, input: { uid } }));

  it("can be removed with its thumbnail, and restored", async () => {
    const uid = newUid();
    const thumbnail = await publishedFiles(uid);
    const cid = await ctx.ipfs.cidOf(thumbnail);
    expect((await remove(uid)).after).toMatchObject({ state: "removed", reason: "illegal" });
    expect(await ctx.moderation.isVideoRemoved(uid)).toBe(true);
    expect(await ctx.moderation.isImageRemoved(database.db, contentDigest(cid))).toBe(true);
    expect(await changeOf(cid)).toEqual(["withdraw"]);
    await restore(uid);
    expect(await ctx.moderation.isVideoRemoved(uid)).toBe(false);
    expect(await changeOf(cid)).toEqual(["publish"]);
    // Content that is not approved would not be published.
    expect(await ctx.content.isApproved(cid)).toBe(true);
  });

  it.each([
    ["an unknown id", "0".repeat(32)],
    ["an invalid id", "unknown"],
  ])("is not found when there are no files of it: %s", async (_, uid) => {
    await expect(remove(uid)).rejects.toMatchObject({ code: "video_not_found" });
  });
});

it("a published video is removed with its thumbnail while its row still waits for the upload", async () => {
  const uid = await expiredUpload();
  const cid = await ctx.ipfs.cidOf(await publishedFiles(uid));
  await remove(uid);
  expect(await changeOf(cid)).toEqual(["withdraw"]);
});
