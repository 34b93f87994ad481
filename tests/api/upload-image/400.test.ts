import { beforeAll, describe, expect, it } from "vitest";
import { newCaller, request } from "../../setup/api/api";
import { sendRaw } from "../../setup/api/send-raw";
import {
  gifBomb,
  HTML,
  jpegWithComment,
  PHP,
  pngBomb,
  pngWithText,
  SVG,
  ZIP,
} from "../../setup/media/hostile-images";
import { dataUri, draw, validImages } from "../../setup/media/images";

const PATH = "/api/v1/upload-image";
let pictures: Record<string, Buffer>;
beforeAll(async () => {
  pictures = await validImages();
});
const picture = (name: string) => pictures[name] ?? Buffer.alloc(0);

describe("POST upload-image: invalid bodies", () => {
  const URI = "must be base64, with or without data:image/png;base64, before it";
  it.each([
    ["no field", {}, URI],
    ["null", { base64Image: null }, URI],
    ["a number", { base64Image: 7 }, URI],
    ["empty", { base64Image: "" }, "must not be empty"],
    ["an address", { base64Image: "https://example.com/a.png" }, URI],
    ["a data URI without base64", { base64Image: "data:image/png,hello" }, URI],
    ["no base64 in it", { base64Image: "data:image/png;base64,%%%%" }, URI],
    ["base64 that is cut", { base64Image: "data:image/png;base64,iVBOR" }, URI],
    ["text that is no object", "hello", ""],
  ])("%s", async (_, body, text) => {
    const answer = await request(PATH, { body });
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: "invalid_body" } });
    expect(answer.text).toContain(text);
  });

  it("rejects malformed JSON", async () => {
    const { status, body } = await request(PATH, { rawBody: '{"base64Image":' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: "invalid_body" });
  });
});

describe("POST upload-image: rejected files", () => {
  const behind = (name: string, what: string | Buffer) =>
    Buffer.concat([picture(name), Buffer.from(what)]);
  const FILES: [string, () => Buffer, string][] = [
    ["nothing", () => Buffer.alloc(0), "must be a PNG, JPEG, GIF, WebP or AVIF file"],
    ["text with an image's name", () => Buffer.from("just text"), "must be a PNG"],
    ["SVG", () => Buffer.from(SVG), "must be a PNG"],
    ["HTML", () => Buffer.from(HTML), "must be a PNG"],
    ["HTML that begins as a GIF", () => Buffer.from(`GIF89a${HTML}`), "image"],
    ["a PNG with a page behind", () => behind("png", HTML), "carries a web page"],
    ["a PNG with a page inside", () => pngWithText(picture("png"), HTML), "carries a web page"],
    ["a JPEG with PHP inside", () => jpegWithComment(picture("jpeg"), PHP), "carries a script"],
    ["a GIF with an archive behind", () => behind("gif", ZIP), "carries an archive"],
    ["a WebP with SVG behind", () => behind("webp", SVG), "carries a web page"],
    ["a cut JPEG", () => picture("jpeg").subarray(0, 900), "damaged"],
    ["a cut PNG", () => picture("png").subarray(0, 200), "damaged"],
    ["a bomb of 900 megapixels", () => pngBomb(30_000, 30_000), "too large"],
    ["41 megapixels", () => pngBomb(6_405, 6_405), "too large"],
    ["a GIF of 20,000 frames", () => gifBomb(10, 20_000), "20000 frames"],
    ["a GIF of 100 large frames", () => gifBomb(4_000, 100), "too large"],
  ];

  it.each(FILES)("%s", async (_, make, text) => {
    const { status, body } = await request(PATH, { body: { base64Image: dataUri(make()) } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: "invalid_image" });
    expect(body).toMatchObject({ error: expect.stringContaining(text) });
  });

  it("are not counted against the rate limit", async () => {
    const caller = newCaller();
    const refused = { base64Image: dataUri(Buffer.from(SVG)) };
    for (let tries = 0; tries < 6; tries += 1) {
      expect((await request(PATH, { body: refused, caller })).status).toBe(400);
    }
    const good = { base64Image: dataUri(picture("png")) };
    expect((await request(PATH, { body: good, caller })).status).toBe(200);
  });
});

describe("POST upload-image: other errors", () => {
  it("returns 413 for an image over 10 MB, by body size or by decoded size", async () => {
    const over = dataUri(Buffer.alloc(10 * 1024 * 1024 + 1));
    const answer = await request(PATH, { body: { base64Image: over } });
    expect(answer).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
    const far = await sendRaw({
      path: PATH,
      method: "POST",
      headers: { "content-type": "application/json", "content-length": "15000000" },
      write: (send) => send("{"),
    });
    expect(far).toMatchObject({ status: 413, text: expect.stringContaining('"success":false') });
  });

  it("returns 200 for a large image within the limit", async () => {
    const large = await draw(3_000, 2_200).png({ compressionLevel: 0 }).toBuffer();
    const within = large.subarray(0, 10 * 1024 * 1024);
    expect(large.length).toBeGreaterThan(within.length);
    const whole = await draw(1_800, 1_800).png({ compressionLevel: 0 }).toBuffer();
    expect(whole.length).toBeGreaterThan(9_000_000);
    const { status } = await request(PATH, { body: { base64Image: dataUri(whole) } });
    expect(status).toBe(200);
  });

  it("returns 415 for an unsupported content type", async () => {
    const { status, body } = await request(PATH, {
      rawBody: picture("png").toString("latin1"),
      headers: { "content-type": "image/png" },
    });
    expect(status).toBe(415);
    expect(body).toMatchObject({ success: false, code: "unsupported_media_type" });
  });

  it("returns 405 with the allowed methods", async () => {
    const { status, headers } = await request(PATH, { method: "GET" });
    expect(status).toBe(405);
    expect(headers.get("allow")).toContain("POST");
  });

  it("rejects a fifth upload within a minute with 429 and Retry-After", async () => {
    const caller = newCaller();
    const body = { base64Image: dataUri(await draw(20, 20).png().toBuffer()) };
    for (let uploads = 0; uploads < 4; uploads += 1) {
      expect((await request(PATH, { body, caller })).status).toBe(200);
    }
    const { status, headers, body: answer } = await request(PATH, { body, caller });
    expect(status).toBe(429);
    expect(answer).toMatchObject({
      success: false,
      code: "rate_limited",
      error: "Rate limit exceeded. Maximum 4 uploads per minute.",
    });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(headers.get("ratelimit")).toMatch(/^"image";r=0;t=\d+$/);
  });
});
