import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { VideoProvider } from "@/lib/drivers/video/video-provider";
import { FRAME_BYTES } from "@/lib/features/media/rules/moderation";
import { frameTimes } from "@/lib/features/video/rules/video";
import type { ClipName } from "../../setup/video/make-clip";

/** A video driver with its real backend. */
export type VideoHarness = {
  provider: VideoProvider;
  clip(name: ClipName): Promise<Buffer>;
  /** Sends a file to an upload URL like a client; returns the status. */
  send(uploadUrl: string, bytes: Uint8Array, field?: string): Promise<number>;
  /** Completes the processing of a video with this duration limit. */
  finish(uid: string, durationSecondsMax: number): Promise<void>;
  /** Whether the video is public. */
  canWatch(uid: string): Promise<boolean>;
};

const ASKED = { userId: "ada", durationSecondsMax: 300, sizeBytesMax: 1_000_000 };
const text = new TextEncoder().encode("....ftyp and some words");

/** The guarantees of every video driver. */
export function testVideoProvider(name: string, harness: () => VideoHarness): void {
  describe(name, () => {
    const create = (changes: Partial<typeof ASKED> = {}) =>
      harness().provider.createUpload({
        ...ASKED,
        ...changes,
        expiresAt: new Date(Date.now() + 1_800_000),
      });
    async function uploadClip(bytes: Uint8Array, changes: Partial<typeof ASKED> = {}) {
      const { uid, uploadUrl } = await create(changes);
      expect(await harness().send(uploadUrl, bytes)).toBe(200);
      await harness().finish(uid, changes.durationSecondsMax ?? ASKED.durationSecondsMax);
      return uid;
    }

    it("waits for the upload and rejects unknown ids", async () => {
      const { uid } = await create();
      expect(uid).toMatch(/^[0-9a-f]{32}$/);
      const waiting = { uid, state: "waiting", reason: null, details: null };
      expect(await harness().provider.get(uid)).toEqual(waiting);
      expect(await harness().provider.get("f".repeat(32))).toBeNull();
      expect(await harness().provider.get("../../etc")).toBeNull();
      expect(await harness().provider.list(["f".repeat(32), uid])).toEqual([waiting]);
    });

    it("accepts one file in the expected field", async () => {
      const { uid, uploadUrl } = await create();
      const bytes = await harness().clip("plain.mp4");
      expect(await harness().send(uploadUrl, bytes, "other")).toBe(400);
      expect(await harness().send(uploadUrl, bytes)).toBe(200);
      expect(await harness().send(uploadUrl, bytes)).toBeGreaterThanOrEqual(400);
      expect(await harness().provider.get(uid)).toMatchObject({ state: "processing" });
    });

    it("encodes a clip and reports its properties", async () => {
      const bytes = await harness().clip("plain.mp4");
      const uid = await uploadClip(bytes);
      const found = await harness().provider.get(uid);
      expect(found).toMatchObject({
        state: "ready",
        reason: null,
        details: { width: 320, height: 180, sizeBytes: bytes.length },
      });
      expect(found?.details?.durationSeconds).toBeCloseTo(2, 0);
      await harness().provider.prepare(uid, ASKED);
      expect(await harness().provider.get(uid)).toEqual(found);
    });

    it("returns frames and a thumbnail of a ready clip", async () => {
      const uid = await uploadClip(await harness().clip("plain.mp4"));
      const { fixed, random } = await harness().provider.sampleFrames(uid);
      expect(fixed.length).toBeGreaterThanOrEqual(frameTimes(2).length);
      expect(random).toHaveLength(frameTimes(2).length);
      const frames = [...fixed, ...random];
      expect(new Set(frames.map(({ byteLength }) => byteLength))).toEqual(new Set([FRAME_BYTES]));
      expect(
        new Set(frames.map((frame) => Buffer.from(frame).toString("base64"))).size,
      ).toBeGreaterThan(3);
      const thumbnail = await sharp(await harness().provider.thumbnail(uid)).metadata();
      expect(thumbnail.format).toBe("jpeg");
    });

    it("serves a video only after it is published", async () => {
      const uid = await uploadClip(await harness().clip("plain.mp4"));
      expect(await harness().canWatch(uid)).toBe(false);
      const urls = await harness().provider.publish(uid);
      expect(urls).toMatchObject({
        streamUrl: expect.stringContaining(`/${uid}/`),
        thumbnailUrl: expect.stringContaining(`/${uid}/`),
      });
      expect(await harness().canWatch(uid)).toBe(true);
      expect(await harness().provider.publish(uid)).toEqual(urls);
      expect(await harness().provider.get(uid)).toMatchObject({ state: "ready" });
    });

    it.each([
      ["a text", async () => text],
      ["a sound", () => harness().clip("sound.mp4")],
      ["half a clip", () => harness().clip("truncated.mp4")],
    ])("reports why %s is not a video", async (_, bytes) => {
      const uid = await uploadClip(await bytes());
      expect(await harness().provider.get(uid)).toMatchObject({
        state: "error",
        reason: expect.stringMatching(/\w{3}/),
        details: null,
      });
    });

    it("rejects a clip that is longer than requested", async () => {
      const uid = await uploadClip(await harness().clip("plain.mp4"), { durationSecondsMax: 1 });
      expect(await harness().provider.get(uid)).toMatchObject({ state: "error" });
    });

    it("deletes on request and ignores missing videos", async () => {
      const uid = await uploadClip(await harness().clip("plain.mp4"));
      await harness().provider.publish(uid);
      await harness().provider.delete(uid);
      expect(await harness().provider.get(uid)).toBeNull();
      expect(await harness().canWatch(uid)).toBe(false);
      await harness().provider.delete(uid);
      await harness().provider.delete("f".repeat(32));
    });
  });
}
