import { eq } from "drizzle-orm";
import { CID } from "multiformats/cid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { removeImage, restoreImage } from "@/lib/features/moderation/change-image";
import { removeVideo, restoreVideo } from "@/lib/features/moderation/change-video";
import { createModerationStore } from "@/lib/features/moderation/store/create-moderation-store";
import { appeals } from "@/lib/features/moderation/store/tables";
import { contentDigest, contentKey } from "@/lib/shared/cid";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";

let fixture: ServiceFixture;
/** Images of the operator's block list file, by digest. */
let listed: string[] = [];
beforeAll(async () => {
  fixture = await createServiceFixture();
});
beforeEach(() => {
  listed = [];
});
afterAll(() => fixture.stop());

const publicReason = "copyright" as const;

/** A video with a thumbnail, and functions that remove, restore and appeal. */
async function createMedia() {
  const { db, ctx: base } = fixture;
  const isListedImage = (digest: string) => listed.includes(digest);
  const moderation = createModerationStore(db, base.clock.now, base.env.realm, isListedImage);
  const unpublish = async () => undefined;
  const ctx = { ...base, moderation, videos: { ...base.videos, unpublish } };
  const uid = crypto.randomUUID().replaceAll("-", "");
  const cid = await ctx.ipfs.cidOf(Buffer.from(uid));
  const limits = { durationSecondsMax: 60, sizeBytesMax: 1_000 };
  const expiresAt = new Date(Date.now() + 60_000);
  await ctx.videoStore.insert({
    uid,
    userId: "u",
    provider: ctx.videos.name,
    expiresAt,
    ...limits,
  });
  await ctx.videoStore.update(uid, { thumbnailCid: cid });
  const change = {
    removeImage: () =>
      db.transaction((tx) => removeImage({ ctx, tx, input: { cid, publicReason } })),
    restoreImage: () => db.transaction((tx) => restoreImage({ ctx, tx, input: { cid } })),
    removeVideo: () =>
      db.transaction((tx) => removeVideo({ ctx, tx, input: { uid, publicReason } })),
    restoreVideo: () => db.transaction((tx) => restoreVideo({ ctx, tx, input: { uid } })),
  };
  const appeal = (kind: "picture" | "video") =>
    ctx.reports.addAppeals([
      {
        kind,
        key: kind === "video" ? uid : contentKey(cid),
        chainId: null,
        token: null,
        details: "A mistake.",
        email: null,
        sender: uid,
        isCreator: false,
      },
    ]);
  const open = async () => {
    const rows = await db.select().from(appeals).where(eq(appeals.sender, uid));
    return rows.flatMap(({ kind, closedAt }) => (closedAt === null ? [kind] : [])).sort();
  };
  const find = async (search: string) => {
    const { pictures, videos } = await moderation.listDecisions(search);
    return [...pictures.map((one) => one.cid), ...videos.map((one) => one.uid)];
  };
  return { ...change, appeal, open, find, uid, cid, digest: contentDigest(cid) };
}

describe("a restored video", () => {
  it("closes the appeals against its thumbnail's removal", async () => {
    const media = await createMedia();
    await media.removeVideo();
    await media.appeal("picture");
    await media.appeal("video");
    await media.restoreVideo();
    expect(await media.open()).toEqual([]);
  });

  it("leaves them open while the thumbnail is removed by itself", async () => {
    const media = await createMedia();
    await media.removeImage();
    await media.removeVideo();
    await media.appeal("picture");
    await media.appeal("video");
    await media.restoreVideo();
    expect(await media.open()).toEqual(["picture"]);
    await media.restoreImage();
    expect(await media.open()).toEqual([]);
  });

  it("leaves them open while the block list file has the thumbnail", async () => {
    const media = await createMedia();
    await media.removeVideo();
    await media.appeal("picture");
    listed = [media.digest];
    await media.restoreVideo();
    expect(await media.open()).toEqual(["picture"]);
  });
});

describe("an image that is removed for a second reason", () => {
  const refused = (text: string) => ({ code: "conflict", message: expect.stringContaining(text) });

  it("is restored only after its video", async () => {
    const media = await createMedia();
    await media.removeImage();
    await media.removeVideo();
    await media.appeal("picture");
    await expect(media.restoreImage()).rejects.toMatchObject(
      refused(`Restore the video first: ${media.uid}`),
    );
    expect(await media.open()).toEqual(["picture"]);
    await media.restoreVideo();
    await media.restoreImage();
    await expect(media.restoreImage()).rejects.toMatchObject({
      message: "This image is not removed",
    });
  });

  it("is restored only after it left the block list file", async () => {
    const media = await createMedia();
    await media.removeImage();
    listed = [media.digest];
    await expect(media.restoreImage()).rejects.toMatchObject(
      refused("The block list file removes this image."),
    );
    listed = [];
    await media.restoreImage();
  });
});

describe("the search of decisions", () => {
  it("finds an image, and the video that it is the thumbnail of, by every spelling of its CID", async () => {
    const media = await createMedia();
    const v1 = CID.parse(media.cid).toV1().toString();
    const spellings = [
      ...[media.cid, v1, `ipfs://${media.cid}`, `IPFS://${v1}`, `/ipfs/${v1}`],
      ...[`https://launch.example/ipfs/${v1}?w=64`, `https://gateway.example/ipfs/${media.cid}/`],
    ];
    for (const search of spellings) expect(await media.find(search), search).toEqual([]);
    await media.removeImage();
    await media.removeVideo();
    for (const search of spellings) {
      expect(await media.find(search), search).toEqual([media.cid, media.uid]);
    }
    expect(await media.find(media.cid.slice(0, 20))).toEqual([media.cid]);
    expect(await media.find(media.uid.slice(0, 20))).toEqual([media.uid]);
  });
});
