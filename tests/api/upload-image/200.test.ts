import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { imageAnswer } from "@/lib/features/media/schema";
import { request } from "../../setup/api/api";
import { dataUri, draw, validImages } from "../../setup/media/images";
import { readContent } from "../../setup/media/read-content";

const PATH = "/api/v1/upload-image";
let pictures: Record<string, Buffer>;
beforeAll(async () => {
  pictures = await validImages();
});

async function upload(bytes: Uint8Array, type?: string) {
  const { status, body } = await request(PATH, { body: { base64Image: dataUri(bytes, type) } });
  expect({ status, body }).toMatchObject({ status: 200 });
  return imageAnswer.parse(body);
}

describe("POST upload-image: 200", () => {
  it.each([
    ["png", "image/png", 1],
    ["transparent png", "image/png", 1],
    ["jpeg", "image/jpeg", 1],
    ["progressive jpeg", "image/jpeg", 1],
    ["gif", "image/webp", 1],
    ["animated gif", "image/webp", 5],
    ["webp", "image/webp", 1],
    ["animated webp", "image/webp", 5],
    ["avif", "image/webp", 1],
  ])("stores a %s as %s", async (name, type, frames) => {
    const { ipfsHash, tokenURI, nsfwDetection } = await upload(pictures[name] ?? Buffer.alloc(0));
    expect(ipfsHash).toMatch(/^Qm[1-9A-HJ-NP-Za-km-z]{44}$/);
    expect(tokenURI).toBe(`ipfs://${ipfsHash}`);
    expect(nsfwDetection).toBeNull();
    const stored = await readContent(ipfsHash);
    expect(stored.headers.get("content-type")).toBe(type);
    expect((await sharp(stored.bytes).metadata()).pages ?? 1).toBe(frames);
  });

  it("rotates a photograph upright and removes its location", async () => {
    const { ipfsHash } = await upload(pictures["jpeg of a camera"] ?? Buffer.alloc(0));
    const { bytes } = await readContent(ipfsHash);
    const { width, height, exif } = await sharp(bytes).metadata();
    expect({ width, height, exif }).toEqual({ width: 120, height: 160, exif: undefined });
    expect(bytes.includes("Ada")).toBe(false);
  });

  it.each(["image/jpeg", "text/html", "image/svg+xml", "application/octet-stream"])(
    "detects the type by the bytes when a PNG is declared as %s",
    async (type) => {
      const { ipfsHash } = await upload(pictures.png ?? Buffer.alloc(0), type);
      expect((await readContent(ipfsHash)).headers.get("content-type")).toBe("image/png");
    },
  );

  it("returns the same hash for the same image", async () => {
    const bytes = await draw(64, 64).jpeg().toBuffer();
    expect(await upload(bytes)).toEqual(await upload(bytes));
  });

  it("ignores unknown fields and returns the remaining rate limit", async () => {
    const body = { base64Image: dataUri(pictures.png ?? Buffer.alloc(0)), extra: true };
    const { status, headers } = await request(PATH, { body });
    expect(status).toBe(200);
    expect(headers.get("ratelimit")).toMatch(/^"image";r=3;t=\d+$/);
    expect(headers.get("ratelimit-policy")).toBe('"image";q=4;w=60');
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });
});
