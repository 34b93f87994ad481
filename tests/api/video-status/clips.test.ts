import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type ClipName, createClips } from "../../setup/video/make-clip";
import { askForUpload, formOf, send, untilDone, upload } from "../../setup/video/uploads";

let folder: string;
let clips: ReturnType<typeof createClips>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-clips-"));
  clips = createClips(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${inject("baseUrl")}${new URL(url).pathname}`, { headers });

describe("uploaded clips", () => {
  it.each([
    ["plain.mp4", { width: 320, height: 180 }],
    ["clip.webm", { width: 160, height: 120 }],
    ["silent.mov", { width: 320, height: 180 }],
    ["rotated.mp4", { width: 180, height: 320 }],
    ["odd.mkv", { width: 162, height: 122 }],
    ["hevc.mp4", { width: 160, height: 120 }],
    ["large.mp4", { width: 1280, height: 720 }],
    ["300s.mp4", { width: 64, height: 48 }],
  ] as const)("approves %s and serves it", async (name, size) => {
    const bytes = await clips.bytes(name);
    const video = await upload(Uint8Array.from(bytes));
    expect(video).toMatchObject({ state: "nsfw_approved", size: bytes.length, ...size });
    expect(video.thumbnailIpfsHash).toMatch(/^Qm/);
    const playlist = await (await get(video.streamUrl ?? "")).text();
    const files = [...playlist.matchAll(/^(?:#EXT-X-MAP:URI="(.+)"|(segment-.+))$/gm)];
    expect(files.length).toBeGreaterThan(1);
    for (const [, init, segment] of files) {
      const file = await get(new URL(init ?? segment ?? "", video.streamUrl ?? "").href);
      expect(file.status).toBe(200);
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
  });

  it.each([
    ["sound.mp4", /only audio/],
    ["truncated.mp4", /no video|cannot be read|not a readable video/],
    ["cut.mp4", /incomplete/],
    ["mpeg4.mp4", /codec/],
    ["301s.mp4", /Maximum 300 seconds/],
  ] as [ClipName, RegExp][])("ends %s in error and stores nothing", async (name, reason) => {
    const video = await upload(Uint8Array.from(await clips.bytes(name)));
    expect(video).toMatchObject({
      state: "error",
      error: expect.stringMatching(reason),
      streamUrl: null,
      thumbnailUrl: null,
      thumbnailIpfsHash: null,
    });
    for (const file of ["stream.m3u8", "init.mp4", "thumbnail.jpg"]) {
      expect((await get(`http://x/videos/${video.uid}/${file}`)).status).toBe(404);
    }
  });

  it("rejects another container with 400", async () => {
    const { path } = await askForUpload();
    const bytes = Uint8Array.from(await clips.bytes("clip.avi"));
    expect(await send(path, formOf(bytes))).toMatchObject({
      status: 400,
      body: { error: "The file is not a video. Use MP4, MOV, MKV or WebM." },
    });
  });

  it("enforces the shorter requested duration", async () => {
    const { uid, path } = await askForUpload({ maxDurationSeconds: 1 });
    await send(path, formOf(Uint8Array.from(await clips.bytes("plain.mp4"))));
    const video = await untilDone(uid);
    expect(video).toMatchObject({ state: "error", error: expect.stringContaining("Maximum 1 ") });
  });
});

describe("GET /videos", () => {
  it("serves each file with its content type, to any origin, in full or by range", async () => {
    const video = await upload(Uint8Array.from(await clips.bytes("plain.mp4")));
    const at = (name: string) => new URL(name, video.streamUrl ?? "").href;
    for (const [name, type] of [
      ["stream.m3u8", "application/vnd.apple.mpegurl"],
      ["init.mp4", "video/mp4"],
      ["segment-0000.m4s", "video/iso.segment"],
      ["thumbnail.jpg", "image/jpeg"],
    ] as const) {
      const { status, headers } = await get(at(name));
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe(type);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("cache-control")).toContain("immutable");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
    const whole = await get(at("segment-0000.m4s"));
    const bytes = Buffer.from(await whole.arrayBuffer());
    const ranges = [
      ["bytes=0-99", 0, 100],
      [`bytes=${bytes.length - 10}-`, bytes.length - 10, bytes.length],
      ["bytes=-5", bytes.length - 5, bytes.length],
      ["bytes=10-99999999", 10, bytes.length],
    ] as const;
    for (const [range, from, to] of ranges) {
      const part = await get(at("segment-0000.m4s"), { range });
      expect(part.status, range).toBe(206);
      expect(part.headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/${bytes.length}`);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
    }
    const beyond = await get(at("segment-0000.m4s"), { range: `bytes=${bytes.length}-` });
    expect(beyond.status).toBe(416);
    const etag = whole.headers.get("etag") ?? "";
    expect((await get(at("segment-0000.m4s"), { "if-none-match": etag })).status).toBe(304);
  });

  it.each([
    "video.json",
    "clip.mp4",
    "..%2f..%2fsecrets.json",
    "segment-0000.m4s%00",
    "segment-9999.m4s",
  ])("does not serve %s", async (name) => {
    const video = await upload(Uint8Array.from(await clips.bytes("plain.mp4")));
    const { status } = await get(`http://x/videos/${video.uid}/${name}`);
    expect([400, 404]).toContain(status);
  });
});
