import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UnreadableVideoError } from "@/lib/drivers/video/video-provider";
import { prepareLaunch } from "@/lib/features/launch/prepare-launch";
import { prepareLaunchRequest } from "@/lib/features/launch/schema/prepare";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { requireAllowedContent } from "@/lib/features/launch/validate-launch";
import { FRAME_BYTES } from "@/lib/features/media/rules/moderation";
import { assets, videos } from "@/lib/features/media/store/tables";
import { removeImage, restoreImage } from "@/lib/features/moderation/change-image";
import { fingerprintsOf } from "@/lib/features/moderation/read-fingerprints";
import { joinFingerprints } from "@/lib/features/moderation/rules/image-fingerprint";
import type { VideoRemoval } from "@/lib/features/moderation/store/set-video";
import { applyContentChanges } from "@/lib/features/storage/apply-content-changes";
import { failVideo } from "@/lib/features/storage/fail-video";
import { reserveStorage } from "@/lib/features/storage/reserve-storage";
import { markVideoUsed } from "@/lib/features/video/mark-video-used";
import { moderateVideo } from "@/lib/features/video/moderate-video";
import { publishVideo } from "@/lib/features/video/publish-video";
import { receiveVideo } from "@/lib/features/video/receive-video";
import { createVideoStore } from "@/lib/features/video/store/create-video-store";
import { refreshVideos } from "@/lib/features/video/upkeep/refresh-videos";
import { contentDigest, contentKey } from "@/lib/shared/cid";
import { launchBody } from "../../setup/api/launch-body";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { ownInput } from "../../setup/stack/own-input";

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

const FOREVER = new Date("9999-01-01");
const newUid = () => crypto.randomUUID().replaceAll("-", "");

async function processing(): Promise<string> {
  const { videoStore, videos } = fixture.ctx;
  const uid = newUid();
  const limits = { durationSecondsMax: 60, sizeBytesMax: 1_000 };
  const expiresAt = new Date(Date.now() + 60_000);
  await videoStore.insert({ uid, userId: "user", provider: videos.name, expiresAt, ...limits });
  await videoStore.markUploaded(uid);
  return uid;
}

async function approved(): Promise<string> {
  const { videoStore } = fixture.ctx;
  const uid = await processing();
  await videoStore.transition(uid, "nsfw_checking");
  await videoStore.transition(uid, "nsfw_approved");
  return uid;
}

describe("a copy of a removed video that was uploaded before the removal is refused to a launch", () => {
  const FRAMES = joinFingerprints(
    fingerprintsOf([Uint8Array.from({ length: FRAME_BYTES }, (_, n) => (255 * n) / FRAME_BYTES)]),
  );
  async function copied(file: string, fingerprints: Uint8Array): Promise<string> {
    const uid = await approved();
    await fixture.ctx.videoStore.storeFrames(uid, fingerprints);
    await fixture.db.update(videos).set({ fileDigest: file }).where(eq(videos.uid, uid));
    return uid;
  }
  const launch = (uid: string) => {
    const video = { uid, duration: 1, width: 1, height: 1, size: 1, created: "2026-01-01" };
    const urls = { thumbnail: "https://example.com/t", streamUrl: "https://example.com/s" };
    const token = { name: "Copy", symbol: "COPY", description: "", imageIpfs: "" };
    return requireAllowedContent(fixture.ctx, { ...token, video: { ...video, ...urls } });
  };

  it.each([
    { by: "its file", frames: new Uint8Array(), copy: "a" },
    { by: "its frames", frames: FRAMES, copy: "b" },
  ])("by $by", async ({ frames, copy }) => {
    const { ctx, db } = fixture;
    const uid = await copied("a", frames);
    const [same, other] = [await copied(copy, frames), await copied("other", new Uint8Array())];
    await launch(same);
    const decide = (removal: VideoRemoval | null) =>
      db.transaction((tx) => ctx.moderation.setVideo(tx, uid, removal));
    const removal = { reason: "copyright", fileDigest: "a", thumbnailCid: null } as const;
    await decide({ ...removal, fingerprints: frames });
    await ctx.decisions.refresh();
    await expect(launch(same)).rejects.toMatchObject({ code: "content_removed" });
    await launch(other);
    await decide(null);
    await ctx.decisions.refresh();
    await launch(same);
  });

  it("by its thumbnail, also without a fingerprint of it", async () => {
    const { ctx, db } = fixture;
    const uid = await copied("thumbnail", new Uint8Array());
    const cid = await ctx.ipfs.cidOf(Buffer.from(uid));
    await ctx.videoStore.update(uid, { thumbnailCid: cid });
    await launch(uid);
    const own = { digest: contentDigest(cid), cid: contentKey(cid) };
    const removal = { reason: "copyright", fingerprints: new Uint8Array() } as const;
    await db.transaction((tx) => ctx.moderation.setImage(tx, own, removal));
    await ctx.decisions.refresh();
    await expect(launch(uid)).rejects.toMatchObject({ code: "content_removed" });
  });
});

it("a video whose frames cannot be decoded fails with the reason, without a retry", async () => {
  const { ctx } = fixture;
  const uid = await processing();
  await ctx.videoStore.transition(uid, "nsfw_checking");
  const sampleFrames = () => Promise.reject(new UnreadableVideoError("It takes too long."));
  const failing = { ...ctx, videos: { ...ctx.videos, sampleFrames } };
  expect(await moderateVideo({ ctx: failing, input: { uid } })).toBe("error");
  expect(await ctx.videoStore.find(uid)).toMatchObject({
    state: "error",
    reason: "It takes too long.",
  });
});

it("an approved video, which a launch may use, does not fail when a later step does", async () => {
  const uid = await approved();
  await failVideo({ ctx: fixture.ctx, input: { uid, reason: "Processing failed." } });
  expect(await fixture.ctx.videoStore.find(uid)).toMatchObject({ state: "nsfw_approved" });
});

it("a video does not fail because it waits for its turn, only because its runs fail", async () => {
  const { ctx } = fixture;
  const [queued, started] = [await processing(), await processing()];
  const store = createVideoStore(fixture.db, ctx.clock.now);
  for (let n = 0; n < 3; n += 1) {
    await ctx.videoStore.touch(started);
    const requeued = await store.requeueStale(FOREVER, FOREVER);
    expect(requeued.map(({ uid }) => uid).sort()).toEqual([queued, started].sort());
  }
  expect(await ctx.videoStore.find(queued)).toMatchObject({ requeues: 0 });
  expect(await ctx.videoStore.find(started)).toMatchObject({ requeues: 3, startedAt: null });
});

it("an approved video is removed to make room", async () => {
  const { ctx } = fixture;
  const uid = await approved();
  const quotas = { quotas: [] };
  const sizeBytes = ctx.env.MEDIA_DISK_BYTES_MAX;
  const settled = { kind: "video", sizeBytes, isSettled: true } as const;
  await reserveStorage({ ctx, input: { ...settled, ...quotas, key: uid } });
  await reserveStorage({ ctx, input: { ...settled, ...quotas, key: "newer" } });
  expect(await ctx.videoStore.find(uid)).toMatchObject({
    state: "error",
    reason: "Removed to make room for newer uploads.",
    isRemoved: true,
  });
});

const fail = () => Promise.reject(new Error("The database does not respond"));
const DOWN = { update: fail, markUploaded: fail };

/** Sends a file to the upload URL of a new video; the error of the upload, if it fails. */
async function upload(file: Uint8Array<ArrayBuffer>, isStoreDown: boolean) {
  const { ctx } = fixture;
  const expiresAt = new Date(Date.now() + 60_000);
  const limits = { durationSecondsMax: 60, sizeBytesMax: 1_000 };
  const upload = { userId: "user", expiresAt, ...limits };
  const { uid, uploadUrl } = await ctx.videos.createUpload(upload);
  await ctx.videoStore.insert({ uid, provider: ctx.videos.name, ...upload });
  const form = new FormData();
  form.set("file", new Blob([file]), "clip.mp4");
  const { headers, body } = new Response(form);
  const token = uploadUrl.split("/").at(-1) ?? "";
  const input = { token, caller: null, contentType: headers.get("content-type"), body };
  const videoStore = isStoreDown ? { ...ctx.videoStore, ...DOWN } : ctx.videoStore;
  const receiving = receiveVideo({ ctx: { ...ctx, videoStore }, input });
  await expect(receiving).rejects.toThrow(isStoreDown ? "respond" : "not a video");
  const rows = await fixture.db.select().from(assets).where(eq(assets.key, uid));
  return { uid, rows };
}

const FILE = Uint8Array.from(Buffer.from("\0\0\0\u0018ftypmp42\0\0\0\0mp42isom"));

it("an upload that is rejected reserves no space", async () => {
  expect((await upload(Uint8Array.from(Buffer.from("a text")), false)).rows).toEqual([]);
});

it("an upload that used its URL stays recorded when a later statement fails", async () => {
  expect((await upload(FILE, true)).rows).toMatchObject([{ kind: "video", isSettled: false }]);
});

it("an upload that the sweep completes has the size and digest of its file", async () => {
  const { ctx } = fixture;
  const { uid } = await upload(FILE, true);
  const waiting = await ctx.videoStore.listUploading(ctx.videos.name);
  await refreshVideos({ ctx, input: { videos: waiting } });
  expect(await ctx.videoStore.find(uid)).toMatchObject({
    state: "processing",
    sizeBytes: FILE.byteLength,
    fileDigest: createHash("sha256").update(FILE).digest("hex"),
  });
});

it("an approved video whose reservation is lost can be launched", async () => {
  const uid = await approved();
  await markVideoUsed({ ctx: fixture.ctx, input: { uid } });
  const rows = await fixture.db.select().from(assets).where(eq(assets.key, uid));
  expect(rows).toMatchObject([{ isSettled: true, usedAt: expect.any(Date) }]);
});

describe("a launch with a video", () => {
  async function launchable(): Promise<string> {
    const { ctx } = fixture;
    const uid = await approved();
    const details = { durationSeconds: 1, width: 2, height: 2, sizeBytes: 3 };
    const urls = { streamUrl: `/videos/${uid}/a`, thumbnailUrl: `/videos/${uid}/b` };
    const thumbnailCid = await ctx.ipfs.cidOf(Buffer.from(uid));
    await ctx.videoStore.update(uid, { ...details, ...urls, thumbnailCid });
    const asset = { kind: "video", key: uid, sizeBytes: 3, isSettled: true } as const;
    await ctx.assets.reserve(asset, []);
    return uid;
  }
  const usedAt = async (uid: string) => {
    const [row] = await fixture.db.select().from(assets).where(eq(assets.key, uid));
    return row?.usedAt;
  };
  /** Fails like a server that is killed before it has stored the launch. */
  function killed(): ServiceFixture["ctx"] {
    const { ctx } = fixture;
    const insert: typeof ctx.transactions.insert = (transaction, options) =>
      ctx.transactions.insert(transaction, {
        ...options,
        async check(tx) {
          await options.check?.(tx);
          throw new Error("killed");
        },
      });
    return { ...ctx, transactions: { ...ctx.transactions, insert } };
  }
  const KINDS = {
    launch: (ctx: ServiceFixture["ctx"], uid: string) => {
      const body = launchBody({ creatorEmail: undefined, videoUID: uid });
      return submitLaunch({ ctx, input: ownInput(launchRequest.parse(body)) });
    },
    "prepared launch": (ctx: ServiceFixture["ctx"], uid: string) => {
      const from = "0x00000000000000000000000000000000000000aa";
      const body = launchBody({ creatorEmail: undefined, videoUID: uid, from });
      return prepareLaunch({ ctx, input: ownInput(prepareLaunchRequest.parse(body)) });
    },
  };

  it.each(["launch", "prepared launch"] as const)(
    "keeps the video of a %s only if the launch is stored",
    async (kind) => {
      const uid = await launchable();
      await expect(KINDS[kind](killed(), uid)).rejects.toThrow("killed");
      expect(await usedAt(uid)).toBeNull();
      await KINDS[kind](fixture.ctx, uid);
      expect(await usedAt(uid)).toEqual(expect.any(Date));
    },
  );

  it("is refused, and nothing is stored, when the video was just removed to make room", async () => {
    const uid = await launchable();
    const store = createVideoStore(fixture.db, fixture.ctx.clock.now);
    const insert: ServiceFixture["ctx"]["transactions"]["insert"] = async (...all) => {
      await fixture.ctx.assets.release({ kind: "video", key: uid });
      await store.transition(uid, "error", {}, ["nsfw_approved"]);
      return fixture.ctx.transactions.insert(...all);
    };
    const late = { ...fixture.ctx, transactions: { ...fixture.ctx.transactions, insert } };
    await expect(KINDS.launch(late, uid)).rejects.toMatchObject({ code: "invalid_video" });
    const { rows } = await fixture.db.execute(
      sql`select 1 from launch.transactions where payload -> 'token' -> 'video' ->> 'uid' = ${uid}`,
    );
    expect(rows).toEqual([]);
  });
});

it("a failed video cannot be launched", async () => {
  const uid = await processing();
  await failVideo({ ctx: fixture.ctx, input: { uid, reason: "Processing failed." } });
  const marking = markVideoUsed({ ctx: fixture.ctx, input: { uid } });
  await expect(marking).rejects.toMatchObject({ code: "invalid_video" });
});

it("a video whose reservation is lost is recorded when it is published", async () => {
  const { ctx } = fixture;
  const { local } = ctx.videos;
  if (local === null) throw new Error("Videos are at a hosted provider");
  const uid = await processing();
  await ctx.videoStore.transition(uid, "nsfw_checking");
  await ctx.videoStore.update(uid, { thumbnailCid: "thumbnail" });
  const publish = async () => ({ streamUrl: "/stream.m3u8", thumbnailUrl: "/thumbnail.jpg" });
  const videos = { ...ctx.videos, publish, local: { ...local, bytesOf: async () => 900 } };
  expect(await publishVideo({ ctx: { ...ctx, videos }, input: { uid } })).toBe("nsfw_approved");
  const rows = await fixture.db.select().from(assets).where(eq(assets.key, uid));
  expect(rows).toMatchObject([{ sizeBytes: 900, isSettled: true, usedAt: null }]);
});

it("an upload that makes room waits for few removals; the sweep does the others", async () => {
  const { ctx, db } = fixture;
  const cids = await Promise.all(
    Array.from({ length: 25 }, (_, n) => ctx.ipfs.cidOf(Buffer.from(`unused ${n}`))),
  );
  const removed: string[] = [];
  const remove = async (cid: string) => void removed.push(cid);
  const counting = { ...ctx, ipfs: { ...ctx.ipfs, remove } };
  await db.delete(assets);
  const old = { kind: "content" as const, sizeBytes: 1, isSettled: true, createdAt: new Date(0) };
  await db.insert(assets).values(cids.map((key) => ({ ...old, key })));
  const sizeBytes = ctx.env.MEDIA_DISK_BYTES_MAX;
  const large = { kind: "video", key: newUid(), sizeBytes, isSettled: false, quotas: [] } as const;
  await reserveStorage({ ctx: counting, input: large });
  expect(removed.length).toBeLessThanOrEqual(10);
  await applyContentChanges({ ctx: counting });
  expect(removed.sort()).toEqual(cids.sort());
});

it("a video is rejected if its thumbnail is a removed image without a fingerprint", async () => {
  const { ctx, db } = fixture;
  // Other tests have used all storage.
  await db.delete(assets);
  const flat = { fixed: [new Uint8Array(FRAME_BYTES)], random: [] };
  const bytes = await sharp({
    create: { width: 64, height: 48, channels: 3, background: "#000000" },
  })
    .jpeg()
    .toBuffer();
  const videos = { ...ctx.videos, sampleFrames: async () => flat, thumbnail: async () => bytes };
  const harmless = { Drawing: 0, Hentai: 0, Neutral: 1, Porn: 0, Sexy: 0 };
  const classifier = { ...ctx.classifier, classify: async () => [harmless] };
  const moderated = async () => {
    const uid = await processing();
    await ctx.videoStore.transition(uid, "nsfw_checking");
    const state = await moderateVideo({ ctx: { ...ctx, videos, classifier }, input: { uid } });
    await failVideo({ ctx, input: { uid, reason: "The test has ended." } });
    return state;
  };
  expect(await moderated()).toBe("nsfw_checking");
  const cid = await ctx.ipfs.cidOf(bytes);
  const input = { cid, publicReason: "copyright" } as const;
  await db.transaction((tx) => removeImage({ ctx, tx, input }));
  await ctx.decisions.refresh();
  expect(await moderated()).toBe("nsfw_rejected");
  await db.transaction((tx) => restoreImage({ ctx, tx, input: { cid } }));
  await ctx.decisions.refresh();
});
