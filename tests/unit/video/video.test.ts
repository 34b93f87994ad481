import { describe, expect, it } from "vitest";
import { fitSize } from "@/lib/drivers/video/ffmpeg/ffmpeg-arguments";
import { verifyWebhook } from "@/lib/drivers/video/verify-webhook";
import { buildTokenMetadata } from "@/lib/features/launch/rules/token-metadata";
import {
  frameTimes,
  VIDEO_STATES,
  VIDEO_TRANSITIONS,
  videoStatesBefore,
} from "@/lib/features/video/rules/video";
import { replyWithContent } from "@/lib/http/response/content";
import { signWebhook, WEBHOOK_SECRET } from "../../setup/video/fake-cloudflare";

describe("video states", () => {
  it("lead from each state to a final one", () => {
    expect(videoStatesBefore("nsfw_approved")).toEqual(["nsfw_checking"]);
    expect(videoStatesBefore("processing")).toEqual(["uploading"]);
    expect(VIDEO_TRANSITIONS.nsfw_approved).toEqual([]);
    expect(VIDEO_TRANSITIONS.nsfw_rejected).toEqual([]);
    expect(VIDEO_TRANSITIONS.error).toEqual([]);
    for (const state of VIDEO_STATES.slice(0, 3)) {
      expect(VIDEO_TRANSITIONS[state]).toContain("error");
    }
  });

  it.each([
    [0.1, 8],
    [24, 8],
    [30, 10],
    [90, 30],
    [300, 30],
  ])("samples a video of %d s %d times, within its length", (seconds, count) => {
    const times = frameTimes(seconds);
    expect(times).toHaveLength(count);
    expect(Math.min(...times)).toBeGreaterThan(0);
    expect(Math.max(...times)).toBeLessThan(seconds);
  });

  it("samples random times as well, one in each segment", () => {
    const places = [0, 0.999, 0.25, 0.75, 0.5, 0, 0.1, 0.9];
    const left = [...places];
    const times = frameTimes(24, () => left.shift() ?? Number.NaN);
    expect(times).toEqual(places.map((place, index) => (index + place) * 3));
    expect(left).toEqual([]);
  });

  it.each([
    [1920, 1080, 1280, 720],
    [1080, 1920, 720, 1280],
    [641, 361, 642, 362],
    [4096, 2, 1280, 2],
    [1, 1, 2, 2],
  ])("fits %d x %d into %d x %d", (width, height, fitWidth, fitHeight) => {
    expect(fitSize(width, height)).toEqual({ width: fitWidth, height: fitHeight });
  });
});

describe("webhook signature", () => {
  const now = new Date("2026-01-15T12:00:00Z");
  const body = '{"uid":"dd5d531a12de0c724bd1275a3b2bc9c6"}';
  const check = (signature: string | null, text = body) =>
    verifyWebhook({ signature, body: Buffer.from(text), secret: WEBHOOK_SECRET, now });
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

  it("is valid for the signed body for five minutes", () => {
    expect(check(signWebhook(body, now))).toBe(true);
    expect(check(signWebhook(body, at(-299)))).toBe(true);
    expect(check(signWebhook(body, at(-301)))).toBe(false);
    expect(check(signWebhook(body, at(301)))).toBe(false);
  });

  it("is invalid for another body, secret or time, and when missing", () => {
    const right = signWebhook(body, now);
    expect(check(right, `${body} `)).toBe(false);
    expect(check(signWebhook(body, now, "another"))).toBe(false);
    expect(check(right.replace(/time=\d+/, "time=1"))).toBe(false);
    for (const broken of [
      null,
      "",
      "time=1",
      "sig1=00",
      `${right}00`,
      right.replace("sig1", "s"),
    ]) {
      expect(check(broken)).toBe(false);
    }
  });
});

describe("served files", () => {
  const content = {
    type: "video/mp4",
    sizeBytes: 10,
    read: ({ start, length }: { start: number; length: number }) =>
      new Blob(["0123456789".slice(start, start + length)]).stream(),
  };
  const get = async (headers: Record<string, string>) => {
    const request = { method: "GET", headers: new Headers(headers) };
    const open = async () => content;
    const { status, body } = await replyWithContent({
      request,
      etag: '"a"',
      maxAgeSeconds: 1,
      open,
    });
    return { status, text: body instanceof ReadableStream ? await new Response(body).text() : "" };
  };

  it.each([
    ["bytes=0-0", 206, "0"],
    ["bytes=3-", 206, "3456789"],
    ["bytes=-2", 206, "89"],
    ["bytes=-50", 206, "0123456789"],
    ["bytes=8-99", 206, "89"],
    ["bytes=10-", 416, ""],
    ["bytes=5-2", 200, "0123456789"],
    ["bytes=0-1,3-4", 200, "0123456789"],
    ["bytes=-", 200, "0123456789"],
    ["pages=1-2", 200, "0123456789"],
  ])("answer %s with %d", async (range, status, text) => {
    expect(await get({ range })).toEqual({ status, text });
  });

  it("return the full file when the range is of another version", async () => {
    expect((await get({ range: "bytes=0-0", "if-range": '"b"' })).status).toBe(200);
    expect((await get({ range: "bytes=0-0", "if-range": '"a"' })).status).toBe(206);
  });
});

describe("token metadata with a video", () => {
  const video = {
    uid: "u",
    duration: 1.5,
    thumbnail: "http://x/t.jpg",
    streamUrl: "http://x/s.m3u8",
    width: 1,
    height: 2,
    size: 3,
    created: "2026-01-15T12:00:00.000Z",
  };
  const token = { name: "A", symbol: "B", description: "", imageIpfs: "Qm" };
  const read = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());

  it("has the stream as animation_url, and the same bytes for any key order", () => {
    const document = buildTokenMetadata({ ...token, video });
    expect(read(document)).toMatchObject({ animation_url: "http://x/s.m3u8", video });
    const reversed = Object.fromEntries(Object.entries(video).reverse());
    expect(buildTokenMetadata({ ...token, video: { ...video, ...reversed } })).toEqual(document);
    expect(read(buildTokenMetadata(token))).not.toHaveProperty("video");
  });
});
