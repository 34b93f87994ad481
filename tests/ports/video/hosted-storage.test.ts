import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { assets, contentChanges, videos } from "@/lib/features/media/store/tables";
import { storeContent } from "@/lib/features/media/store-content";
import { removeVideo, restoreVideo } from "@/lib/features/moderation/change-video";
import { applyContentChanges } from "@/lib/features/storage/apply-content-changes";
import { removeUnused } from "@/lib/features/storage/remove-unused";
import { createUpload } from "@/lib/features/video/create-upload";
import { getVideoStatus } from "@/lib/features/video/get-video-status";
import { markVideoUsed } from "@/lib/features/video/mark-video-used";
import { openVideoFile } from "@/lib/features/video/open-video-file";
import { prepareVideo } from "@/lib/features/video/prepare-video";
import { publishVideo } from "@/lib/features/video/publish-video";
import { uploadRequest } from "@/lib/features/video/schema";
import { removeUnreferencedFiles } from "@/lib/features/video/upkeep/remove-unreferenced-files";
import { sweepVideos } from "@/lib/features/video/upkeep/sweep-videos";
import { addressBuckets } from "@/lib/http/limits/buckets";
import { startTestDatabase } from "../../setup/database/postgres";
import { bodyOf, collect } from "../../setup/s3/bodies";
import { noLimit } from "../../setup/stack/own-input";
import { ACCOUNT, startFakeCloudflare, TOKEN } from "../../setup/video/fake-cloudflare";
import { createClips } from "../../setup/video/make-clip";
import { formOf } from "../../setup/video/uploads";
import { createLonelyContext } from "../support/open-pipeline";

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

let folder: string;
let clip: Uint8Array<ArrayBuffer>;
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let fake: Awaited<ReturnType<typeof startFakeCloudflare>>;
let ctx: ServiceContext;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-hosted-"));
  clip = Uint8Array.from(await createClips(folder).bytes("plain.mp4"));
  [database, fake] = await Promise.all([startTestDatabase(), startFakeCloudflare()]);
  ctx = createLonelyContext({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    CLOUDFLARE_STREAM_TOKEN: TOKEN,
    CLOUDFLARE_API_URL: fake.apiUrl,
  });
});
afterAll(async () => {
  await Promise.all([database.stop(), fake.stop()]);
  await rm(folder, { recursive: true });
});

let callers = 0;
function newCaller() {
  callers += 1;
  const address = `198.51.${callers}.1`;
  return { address, buckets: addressBuckets(address), isExempt: false };
}
const ask = (caller = newCaller()) =>
  createUpload({
    ctx,
    input: { request: uploadRequest.parse({}), caller, limit: noLimit },
  });
const later = (ms: number) => ({
  ...ctx,
  clock: { now: () => new Date(Date.now() + ms) },
});
const rowsOf = async (uid: string) =>
  (await database.db.select().from(assets)).filter(({ key }) => key === uid);

/** A video that is uploaded at the provider and whose moderation has approved all frames. */
async function moderated(caller = newCaller()): Promise<string> {
  const { videoUID: uid, uploadURL } = await ask(caller);
  expect((await fetch(uploadURL, { method: "POST", body: formOf(clip) })).status).toBe(200);
  fake.encode(uid);
  fake.encode(uid);
  await ctx.videoStore.markUploaded(uid);
  expect(await prepareVideo({ ctx, input: { uid } })).toBe("nsfw_checking");
  // As moderation does.
  await ctx.videoStore.update(uid, { thumbnailCid: `thumbnail-of-${uid}` });
  return uid;
}

/** A video that is uploaded at the provider and approved here. */
async function approved(caller = newCaller()): Promise<string> {
  const uid = await moderated(caller);
  expect(await publishVideo({ ctx, input: { uid } })).toBe("nsfw_approved");
  return uid;
}

async function isLockAwaited(): Promise<boolean> {
  const waiting = await database.db.execute(sql`select 1 from pg_locks where not granted`);
  return waiting.rows.length > 0;
}

/** A launch with a video, as a server of any release stores it. */
async function insertLaunch(uid: string, kind = "launch", state = "completed"): Promise<void> {
  const payload = { token: { video: { uid } } };
  await database.db.execute(sql`
    insert into launch.transactions
      (id, kind, chain, realm, chain_realm, state, payload, created_at, touched_at)
    values (${`${kind} ${state} ${uid}`}, ${kind}, 'base', 'live', 'live', ${state},
      ${JSON.stringify(payload)}::jsonb, now(), now())`);
}

describe("videos that this service received before a hosted provider was configured", () => {
  /** A published video, as the embedded provider stores it. */
  async function published(name: string): Promise<string> {
    const uid = createHash("md5").update(name).digest("hex");
    const details = { provider: "embedded", userId: "u", durationSecondsMax: 300, sizeBytesMax: 1 };
    const times = { createdAt: new Date(), expiresAt: new Date(), touchedAt: new Date() };
    await database.db.insert(videos).values({ ...details, ...times, uid, state: "nsfw_approved" });
    await ctx.storage.files.put(`videos/${uid}/public/stream.m3u8`, bodyOf(Buffer.from(name)));
    const asset = { kind: "video", key: uid, sizeBytes: 1, isSettled: true } as const;
    await ctx.assets.reserve(asset, []);
    return uid;
  }
  const textOf = async (uid: string) => {
    const file = await openVideoFile({ ctx, input: { uid, name: "stream.m3u8" } });
    return (await collect(file.read())).toString();
  };

  it("are served, and removed when no launch uses them", async () => {
    const [used, unused] = [await published("used"), await published("unused")];
    await markVideoUsed({ ctx, input: { uid: used } });
    await removeUnreferencedFiles({ ctx });
    expect(await textOf(used)).toBe("used");
    expect(await textOf(unused)).toBe("unused");
    await removeUnused({ ctx: later(WEEK_MS + 60_000) });
    expect(await textOf(used)).toBe("used");
    await expect(textOf(unused)).rejects.toMatchObject({ code: "not_found" });
    expect(await ctx.videoStore.find(unused)).toMatchObject({ state: "error", isRemoved: true });
  });

  it("are cleaned up by the sweep when they were rejected or never uploaded", async () => {
    const [rejected, waiting] = [await published("rejected"), await published("waiting")];
    const stateOf = (uid: string) => eq(videos.uid, uid);
    await database.db.update(videos).set({ state: "nsfw_rejected" }).where(stateOf(rejected));
    await database.db
      .update(videos)
      .set({ state: "uploading", expiresAt: new Date(0) })
      .where(stateOf(waiting));
    await sweepVideos({ ctx });
    for (const uid of [rejected, waiting]) {
      await expect(textOf(uid)).rejects.toMatchObject({ code: "not_found" });
      expect(await ctx.videoStore.find(uid)).toMatchObject({ isRemoved: true });
    }
  });
});

describe("videos at a hosted provider", () => {
  it("are recorded with their size and deleted there when no launch uses them within a week", async () => {
    const [unused, used] = [await approved(), await approved()];
    for (const uid of [unused, used]) {
      expect(await rowsOf(uid)).toMatchObject([
        { kind: "video", sizeBytes: clip.length, isSettled: true, usedAt: null },
      ]);
    }
    await markVideoUsed({ ctx, input: { uid: used } });
    await removeUnused({ ctx: later(WEEK_MS - 60_000) });
    expect(fake.videos.has(unused)).toBe(true);
    await removeUnused({ ctx: later(WEEK_MS + 60_000) });
    expect(fake.videos.has(unused)).toBe(false);
    expect(fake.videos.has(used)).toBe(true);
    expect(await ctx.videoStore.find(unused)).toMatchObject({ state: "error", isRemoved: true });
    await expect(markVideoUsed({ ctx, input: { uid: unused } })).rejects.toMatchObject({
      code: "invalid_video",
    });
  });

  it("are deleted there although the recount of the space fails", async () => {
    const unused = await approved();
    const aged = later(WEEK_MS + 60_000);
    const recountUsage = () => Promise.reject(new Error("The recount took too long"));
    const failing = { ...aged, assets: { ...aged.assets, recountUsage } };
    await expect(removeUnused({ ctx: failing })).rejects.toThrow("took too long");
    expect(fake.videos.has(unused)).toBe(false);
  });

  it("are recorded with their size when the step that recorded it failed and runs again", async () => {
    const uid = await moderated();
    const settle = () => Promise.reject(new Error("The database does not respond"));
    const failing = { ...ctx, assets: { ...ctx.assets, settle } };
    await expect(publishVideo({ ctx: failing, input: { uid } })).rejects.toThrow("not respond");
    expect(await publishVideo({ ctx, input: { uid } })).toBe("nsfw_approved");
    expect(await rowsOf(uid)).toMatchObject([{ sizeBytes: clip.length, isSettled: true }]);
  });

  it("are queried once every two seconds, and alone, however many clients poll one", async () => {
    const { videoUID: uid } = await ask();
    const list = vi.fn(ctx.videos.list);
    const counting = { ...ctx, videos: { ...ctx.videos, list } };
    const poll = async () => {
      const asked = Array.from({ length: 6 }, () =>
        getVideoStatus({ ctx: counting, input: { uid } }),
      );
      for (const { video } of await Promise.all(asked)) expect(video.state).toBe("uploading");
    };
    const before = fake.listings();
    // A minute each, because a busy machine takes seconds for a poll.
    const touch = (ms: number) =>
      database.db
        .update(videos)
        .set({ touchedAt: new Date(Date.now() + ms) })
        .where(eq(videos.uid, uid));
    await touch(60_000);
    await poll();
    expect(list).toHaveBeenCalledTimes(0);
    await touch(-60_000);
    await poll();
    expect(list).toHaveBeenCalledTimes(1);
    expect(fake.listings()).toBe(before);
  });

  it("count for their uploader, whose next upload is refused when the quota is used", async () => {
    const caller = newCaller();
    const uid = await approved(caller);
    await database.db.update(assets).set({ sizeBytes: ctx.env.MEDIA_DISK_BYTES_MAX / 4 });
    const before = fake.videos.size;
    await expect(ask(caller)).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: 600,
    });
    await sweepVideos({ ctx });
    expect(fake.videos.size).toBe(before);
    expect(fake.videos.has(uid)).toBe(true);
    await database.db.update(assets).set({ sizeBytes: 1 });
    await ask(caller);
  });

  it("are refused while the budget is used up", async () => {
    const uid = await approved();
    await markVideoUsed({ ctx, input: { uid } });
    await database.db.update(assets).set({ sizeBytes: ctx.env.MEDIA_DISK_BYTES_MAX });
    await expect(ask()).rejects.toMatchObject({ code: "storage_full" });
    await database.db.update(assets).set({ sizeBytes: 1 });
  });

  it("of earlier releases, which were not recorded, can be launched and are removed when unused", async () => {
    const [unused, used] = [await approved(), await approved()];
    await database.db.delete(assets);
    await database.db.update(videos).set({ finishedAt: new Date(0) });
    await markVideoUsed({ ctx, input: { uid: used } });
    expect(await rowsOf(used)).toMatchObject([{ isSettled: true, usedAt: expect.any(Date) }]);
    await removeUnused({ ctx });
    expect(await rowsOf(unused)).toMatchObject([{ isSettled: true, usedAt: null }]);
    await removeUnused({ ctx: later(WEEK_MS + 60_000) });
    expect(fake.videos.has(unused)).toBe(false);
    expect(fake.videos.has(used)).toBe(true);
  });

  it("are kept when a server of an earlier release, which records no use, accepted the launch", async () => {
    const launched = await approved();
    await insertLaunch(launched);
    await removeUnused({ ctx: later(WEEK_MS + 60_000) });
    expect(fake.videos.has(launched)).toBe(true);
    expect(await rowsOf(launched)).toMatchObject([{ usedAt: expect.any(Date) }]);
  });

  it("do not count against the budget when a launch used them before they were recorded", async () => {
    const launched = await approved();
    await database.db.delete(assets).where(eq(assets.key, launched));
    await insertLaunch(launched);
    await removeUnused({ ctx });
    expect(await rowsOf(launched)).toMatchObject([{ sizeBytes: 0, usedAt: expect.any(Date) }]);
  });

  it("are refused to a launch after their removal was decided, and deleted by the sweep", async () => {
    const uid = await approved();
    await ctx.assets.removeUnused(new Date(Date.now() + 60_000));
    await expect(markVideoUsed({ ctx, input: { uid } })).rejects.toMatchObject({
      code: "invalid_video",
    });
    await sweepVideos({ ctx });
    expect(fake.videos.has(uid)).toBe(false);
  });

  it("are deleted later when the provider fails, which delays no other", async () => {
    const [failing, other] = [await approved(), await approved()];
    const remove = (uid: string) =>
      uid === failing ? Promise.reject(new Error("The provider is down")) : ctx.videos.delete(uid);
    const down = { ...ctx, videos: { ...ctx.videos, delete: remove } };
    await removeUnused({ ctx: { ...down, clock: later(WEEK_MS + 60_000).clock } });
    expect(fake.videos.has(other)).toBe(false);
    const rejected = await moderated();
    await ctx.videoStore.transition(rejected, "nsfw_rejected");
    // The provider's list fails as well, and the storage, where hosted videos have no files.
    const fails = () => Promise.reject(new Error("It does not respond"));
    const uploading = await ctx.videoStore.listUploading(ctx.videos.name);
    expect(uploading.length).toBeGreaterThan(0);
    const silent = {
      ...down,
      videos: { ...down.videos, list: fails },
      storedVideos: { ...ctx.storedVideos, isPublished: fails },
    };
    await sweepVideos({ ctx: silent });
    expect(fake.videos.has(rejected)).toBe(false);
    expect(fake.videos.has(failing)).toBe(true);
    await sweepVideos({ ctx });
    expect(fake.videos.has(failing)).toBe(false);
    expect(await ctx.videoStore.find(failing)).toMatchObject({ state: "error", isRemoved: true });
  });

  it("are refused to a launch while their removal is being stored", async () => {
    const uid = await approved();
    await ctx.assets.release({ kind: "video", key: uid });
    const marked = await database.db.transaction(async (tx) => {
      await tx.update(videos).set({ state: "error" }).where(eq(videos.uid, uid));
      let isDone = false;
      const marking = markVideoUsed({ ctx, input: { uid } })
        .then(
          () => "used",
          ({ code }) => code,
        )
        .finally(() => {
          isDone = true;
        });
      await expect.poll(async () => isDone || (await isLockAwaited())).toBe(true);
      return { marking };
    });
    expect(await marked.marking).toBe("invalid_video");
  });

  it("are removed when the launch that was prepared with them is never sent", async () => {
    const [unsent, sent, open, renewed] = [
      await approved(),
      await approved(),
      await approved(),
      await approved(),
    ];
    const all = [unsent, sent, open, renewed];
    for (const uid of all) await markVideoUsed({ ctx, input: { uid } });
    await insertLaunch(unsent, "prepared_launch", "failed");
    await insertLaunch(sent, "prepared_launch", "failed");
    await insertLaunch(sent, "launch", "failed");
    await insertLaunch(open, "prepared_launch", "waiting");
    await insertLaunch(renewed, "prepared_launch", "failed");
    await database.db.update(assets).set({ usedAt: new Date(Date.now() - 2 * 3_600_000) });
    await markVideoUsed({ ctx, input: { uid: renewed } });
    await removeUnused({ ctx: later(WEEK_MS + 60_000) });
    expect(all.filter((uid) => fake.videos.has(uid))).toEqual([sent, open, renewed]);
  });
});

describe("a decision about a video at a hosted provider", () => {
  const canWatch = async (uid: string) =>
    (await fetch(`${fake.apiUrl}/${uid}/manifest/video.m3u8`)).status === 200;
  /** Runs an action as the console does. */
  async function decide(what: "remove" | "restore", uid: string, at = ctx): Promise<void> {
    const { afterCommit } = await store(what, uid, at);
    await afterCommit?.().catch(() => undefined);
  }
  const store = (what: "remove" | "restore", uid: string, at = ctx) =>
    database.db.transaction((tx) =>
      what === "remove"
        ? removeVideo({ ctx: at, tx, input: { uid, publicReason: "illegal" } })
        : restoreVideo({ ctx: at, tx, input: { uid } }),
    );
  /** The sweep, when the postponed changes are due. */
  async function repeat(): Promise<void> {
    await database.db.update(contentChanges).set({ dueAt: new Date(0) });
    await applyContentChanges({ ctx });
  }
  /** The CID that the other tests store is invalid, so a decision could not change it. */
  async function withoutThumbnail(made: Promise<string>): Promise<string> {
    const uid = await made;
    await ctx.videoStore.update(uid, { thumbnailCid: null });
    return uid;
  }
  /** The provider carries out a call, but its answer is lost. */
  const losing = (method: "publish" | "unpublish"): ServiceContext => ({
    ...ctx,
    videos: {
      ...ctx.videos,
      async [method](uid: string) {
        await ctx.videos[method](uid);
        throw new Error("The answer is lost");
      },
    },
  });

  it("applies there at once", async () => {
    const uid = await withoutThumbnail(approved());
    expect(await canWatch(uid)).toBe(true);
    await decide("remove", uid);
    expect(await canWatch(uid)).toBe(false);
    await decide("restore", uid);
    expect(await canWatch(uid)).toBe(true);
    expect(await ctx.contentChanges.countRequested()).toMatchObject({ withdraw: 0, publish: 0 });
  });

  it("is in force while the provider does not respond, and applies there afterwards", async () => {
    const uid = await withoutThumbnail(approved());
    fake.setDown(true);
    await decide("remove", uid).finally(() => fake.setDown(false));
    expect(await canWatch(uid)).toBe(true);
    expect(await ctx.contentChanges.countRequested()).toMatchObject({ withdraw: 1 });
    // Not before the other changes.
    expect(await ctx.contentChanges.listDue(1)).toEqual([]);
    await repeat();
    expect(await canWatch(uid)).toBe(false);
    expect(await ctx.contentChanges.countRequested()).toMatchObject({ withdraw: 0 });
  });

  it("does not delay decisions about images while the provider does not respond", async () => {
    const uids: string[] = [];
    for (let i = 0; i < 4; i += 1) uids.push(await withoutThumbnail(approved()));
    // The server stops before the first attempt.
    for (const uid of uids) await store("remove", uid);
    const image = await storeContent({ ctx, input: { bytes: Buffer.from("image"), quotas: [] } });
    await ctx.contentChanges.request(database.db, image, "withdraw");
    const unpublish = vi.fn(() => Promise.reject(new Error("The provider is down")));
    await applyContentChanges({ ctx: { ...ctx, videos: { ...ctx.videos, unpublish } } });
    expect(unpublish).toHaveBeenCalledTimes(3);
    expect(await ctx.contentChanges.countRequested()).toMatchObject({ withdraw: 4 });
    await repeat();
    for (const uid of uids) expect(await canWatch(uid)).toBe(false);
  });

  it("applies there once the provider is configured again", async () => {
    const uid = await withoutThumbnail(approved());
    const embedded = createLonelyContext({ DATABASE_URL: database.url, DATA_DIR: folder });
    await decide("remove", uid, embedded);
    expect(await ctx.contentChanges.countRequested()).toMatchObject({ withdraw: 1 });
    await repeat();
    expect(await canWatch(uid)).toBe(false);
    await decide("restore", uid, embedded);
    await repeat();
    expect(await canWatch(uid)).toBe(true);
  });

  it.each([
    ["remove", "restore", false],
    ["restore", "remove", true],
  ] as const)(
    "to %s it is in force and can be reversed if the provider's response is lost",
    async (what, reverse, isWatchable) => {
      const uid = await withoutThumbnail(approved());
      if (what === "restore") await decide("remove", uid);
      await decide(what, uid, losing(what === "restore" ? "publish" : "unpublish"));
      expect(await canWatch(uid)).toBe(isWatchable);
      await decide(reverse, uid);
      expect(await canWatch(uid)).toBe(!isWatchable);
    },
  );

  it("changes nothing at the provider if its commit fails", async () => {
    const uid = await withoutThumbnail(approved());
    const lost = database.db.transaction(async (tx) => {
      await removeVideo({ ctx, tx, input: { uid, publicReason: "illegal" } });
      throw new Error("The commit failed");
    });
    await expect(lost).rejects.toThrow("The commit failed");
    expect(await canWatch(uid)).toBe(true);
  });

  it("also applies to a video that was removed before it was published", async () => {
    const uid = await withoutThumbnail(moderated());
    await decide("remove", uid);
    await ctx.videoStore.update(uid, { thumbnailCid: `thumbnail-of-${uid}` });
    expect(await publishVideo({ ctx, input: { uid } })).toBe("nsfw_approved");
    expect(await canWatch(uid)).toBe(false);
    await ctx.videoStore.update(uid, { thumbnailCid: null });
    await decide("restore", uid);
    expect(await canWatch(uid)).toBe(true);
  });

  it("to restore it applies even if it is published at the same time", async () => {
    const uid = await withoutThumbnail(moderated());
    await decide("remove", uid);
    await ctx.videoStore.update(uid, { thumbnailCid: `thumbnail-of-${uid}` });
    const isVideoRemoved = async () => {
      await ctx.videoStore.update(uid, { thumbnailCid: null });
      await decide("restore", uid);
      return true;
    };
    const late = { ...ctx, moderation: { ...ctx.moderation, isVideoRemoved } };
    expect(await publishVideo({ ctx: late, input: { uid } })).toBe("nsfw_approved");
    await repeat();
    expect(await canWatch(uid)).toBe(true);
    expect(await ctx.contentChanges.countRequested()).toMatchObject({ publish: 0 });
  });
});
