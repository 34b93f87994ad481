import { afterAll, beforeAll, expect, it } from "vitest";
import { failVideo } from "@/lib/features/storage/fail-video";
import { reserveStorage } from "@/lib/features/storage/reserve-storage";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

async function approved(): Promise<string> {
  const { videoStore, videos } = fixture.ctx;
  const uid = crypto.randomUUID().replaceAll("-", "");
  const limits = { durationSecondsMax: 60, sizeBytesMax: 1_000 };
  const expiresAt = new Date(Date.now() + 60_000);
  await videoStore.insert({ uid, userId: "user", provider: videos.name, expiresAt, ...limits });
  await videoStore.markUploaded(uid);
  await videoStore.transition(uid, "nsfw_checking");
  await videoStore.transition(uid, "nsfw_approved");
  return uid;
}

it("an approved video, which a launch may use, does not fail when a later step does", async () => {
  const uid = await approved();
  await failVideo({ ctx: fixture.ctx, input: { uid, reason: "Processing failed." } });
  expect(await fixture.ctx.videoStore.find(uid)).toMatchObject({ state: "nsfw_approved" });
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
