import { describe, expect, inject, it } from "vitest";
import { request } from "../../setup/api/api";
import { askForUpload, formOf, send, statusOf, untilDone } from "../../setup/video/uploads";

const LIMIT = 52_428_800;
const TEXT = new TextEncoder();
/** Begins like an MP4 file; its processing ends in error. */
const videoOf = (size: number) => {
  const bytes = new Uint8Array(size).fill(7);
  bytes.set(TEXT.encode("....ftypisom"));
  return bytes;
};
const some = videoOf(1000);

describe("POST to the upload URL", () => {
  it("returns 200 once and 409 afterwards", async () => {
    const { uid, path } = await askForUpload();
    const first = await send(path, formOf(some));
    expect(first).toMatchObject({ status: 200, body: { success: true, uid } });
    expect(first.headers.get("access-control-allow-origin")).toBe("*");
    const second = await send(path, formOf(some));
    expect(second).toMatchObject({ status: 409, body: { success: false, code: "upload_used" } });
    await untilDone(uid);
    expect((await send(path, formOf(some))).status).toBe(409);
  });

  it("accepts one of two simultaneous uploads", async () => {
    const { path } = await askForUpload();
    const large = videoOf(5_000_000);
    const answers = await Promise.all([send(path, formOf(large)), send(path, formOf(large))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("returns 400 for another field name and stays usable", async () => {
    const { uid, path } = await askForUpload();
    for (const form of [formOf(some, "video"), new FormData(), formOf(new Uint8Array(0))]) {
      const { status, body } = await send(path, form);
      expect(status).toBe(400);
      expect(body).toMatchObject({ success: false, code: "invalid_body" });
    }
    const text = new FormData();
    text.set("file", "not a file");
    expect((await send(path, text)).status).toBe(400);
    expect((await statusOf(uid)).state).toBe("uploading");
    expect((await send(path, formOf(some))).status).toBe(200);
  });

  it.each([
    ["a text", "just some words"],
    ["a playlist", "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a few bytes", "...."],
  ])("returns 400 for %s with a video file name and stays usable", async (_, text) => {
    const { uid, path } = await askForUpload();
    const { status, body } = await send(path, formOf(TEXT.encode(text)));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      success: false,
      code: "invalid_body",
      error: "The file is not a video. Use MP4, MOV, MKV or WebM.",
    });
    expect((await statusOf(uid)).state).toBe("uploading");
    expect((await send(path, formOf(some))).status).toBe(200);
  });

  it("returns 400 for a truncated form", async () => {
    const { path } = await askForUpload();
    const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    expect((await request(path, { rawBody: cut, headers })).status).toBe(400);
    const noBoundary = { "content-type": "multipart/form-data" };
    expect((await request(path, { rawBody: cut, headers: noBoundary })).status).toBe(400);
  });

  it("returns 415 for anything but a form", async () => {
    const { path } = await askForUpload();
    expect((await request(path, { body: { file: "x" } })).status).toBe(415);
  });

  it("returns 404 for a URL that it did not issue", async () => {
    const { status, body } = await send(`/api/v1/upload-video/${"a".repeat(43)}`, formOf(some));
    expect({ status, body }).toMatchObject({ status: 404, body: { code: "upload_not_found" } });
  });

  it("returns 405 for GET", async () => {
    const { path } = await askForUpload();
    expect((await request(path)).status).toBe(405);
  });

  it("accepts cross-origin uploads", async () => {
    const { path } = await askForUpload();
    const { status, headers } = await request(path, { method: "OPTIONS" });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-methods")).toContain("POST");
  });

  it("returns 413 for a file over the limit, with or without Content-Length, and stores nothing", async () => {
    const { uid, path } = await askForUpload();
    for (const size of [51 * 1024 * 1024, LIMIT + 1]) {
      const answer = await send(path, formOf(new Uint8Array(size)));
      expect(answer).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
    }
    // Node requires `duplex` for a body without a length; the DOM types lack it.
    const request: RequestInit & { duplex: "half" } = {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: new Blob([
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
        new Uint8Array(LIMIT + 1),
        "\r\n--x--\r\n",
      ]).stream(),
      duplex: "half",
    };
    const chunked = await fetch(`${inject("baseUrl")}${path}`, request);
    expect(chunked.status).toBe(413);
    expect((await statusOf(uid)).state).toBe("uploading");
  });

  it("enforces the smaller requested limit", async () => {
    const { path } = await askForUpload({ maxSizeBytes: 999 });
    expect((await send(path, formOf(some))).status).toBe(413);
    expect((await send(path, formOf(some.slice(0, 999)))).status).toBe(200);
  });
});
