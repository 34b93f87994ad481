import { request as rawRequest } from "node:http";
import sharp from "sharp";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { createEmbeddedIpfs } from "@/lib/drivers/ipfs/embedded";
import { createStorage } from "@/lib/drivers/storage/create-storage";
import { imageAnswer, metadataAnswer } from "@/lib/features/media/schema";
import { request } from "../../setup/api/api";
import { HTML, SVG } from "../../setup/media/hostile-images";
import { dataUri, draw, drawFrames } from "../../setup/media/images";
import { readContent } from "../../setup/media/read-content";

const UNKNOWN = "QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o";

async function upload(bytes: Uint8Array): Promise<string> {
  const answer = await request("/api/v1/upload-image", { body: { base64Image: dataUri(bytes) } });
  return imageAnswer.parse(answer.body).ipfsHash;
}

/** Sends a path unchanged, where `fetch` would normalise it. */
async function rawStatus(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(inject("baseUrl"));
  return new Promise((resolve, reject) => {
    rawRequest({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

let cid: string;
let whole: Buffer;
beforeAll(async () => {
  // Noise does not compress, so this file has several blocks.
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const picture = sharp({
    create: { width: 700, height: 500, channels: 3, background: "#888", noise },
  });
  cid = await upload(await picture.png().toBuffer());
  whole = (await readContent(cid)).bytes;
  expect(whole.length).toBeGreaterThan(600_000);
});

describe("GET /ipfs/{cid}", () => {
  it("serves content as immutable, and never as a page", async () => {
    const { status, headers } = await readContent(cid);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=29030400, s-maxage=1, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      "access-control-allow-origin": "*",
      etag: `"${cid}"`,
    });
  });

  it("returns 304 to a client that has the content", async () => {
    for (const value of [`"${cid}"`, `W/"${cid}"`, `"x", "${cid}"`, "*"]) {
      const { status, bytes } = await readContent(cid, { headers: { "if-none-match": value } });
      expect(status).toBe(304);
      expect(bytes).toHaveLength(0);
    }
    const other = await readContent(cid, { headers: { "if-none-match": '"x"' } });
    expect(other.status).toBe(200);
  });

  it.each([
    ["bytes=0-9", 0, 10],
    ["bytes=262100-262199", 262_100, 262_200],
    ["bytes=-100", -100, undefined],
    ["bytes=500000-", 500_000, undefined],
  ])("serves the range %s", async (range, start, end) => {
    const { status, headers, bytes } = await readContent(cid, { headers: { range } });
    const expected = whole.subarray(start, end);
    expect(status).toBe(206);
    expect(bytes.equals(expected)).toBe(true);
    const first = start < 0 ? whole.length + start : start;
    const last = first + expected.length - 1;
    expect(headers.get("content-range")).toBe(`bytes ${first}-${last}/${whole.length}`);
  });

  it("returns 416 for an unsatisfiable range", async () => {
    const range = `bytes=${whole.length}-`;
    const { status, headers } = await readContent(cid, { headers: { range } });
    expect(status).toBe(416);
    expect(headers.get("content-range")).toBe(`bytes */${whole.length}`);
  });

  it("serves the full content when If-Range names other content", async () => {
    const headers = { range: "bytes=0-9", "if-range": '"something else"' };
    expect((await readContent(cid, { headers })).status).toBe(200);
    const same = { range: "bytes=0-9", "if-range": `"${cid}"` };
    expect((await readContent(cid, { headers: same })).status).toBe(206);
  });

  it("returns the headers of GET for HEAD", async () => {
    const { status, headers, bytes } = await readContent(cid, { method: "HEAD" });
    expect(status).toBe(200);
    expect(bytes).toHaveLength(0);
    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("content-length")).toBe(String(whole.length));
    const unknown = await readContent(UNKNOWN, { method: "HEAD" });
    expect(unknown.status).toBe(404);
    const any = await readContent(UNKNOWN, { headers: { "if-none-match": "*" } });
    expect(any.status).toBe(404);
  });

  it("serves metadata as JSON, whatever it contains", async () => {
    const answer = await request("/api/v1/upload-metadata", {
      body: {
        name: "<svg onload=alert(1)>",
        symbol: "<b>",
        description: "<!DOCTYPE html><script>alert(1)</script>",
        imageIpfs: cid,
      },
    });
    const { ipfsHash } = metadataAnswer.parse(answer.body);
    const { headers } = await readContent(ipfsHash);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each([
    ["a page", HTML],
    ["a drawing", SVG],
    ["a drawing with an XML head", `<?xml version="1.0"?>${SVG}`],
    ["a script", "alert(1)"],
    ["a page that begins as JSON", `{"a":1}${HTML}`],
  ])("serves %s from any source as a binary download", async (_, content) => {
    // Uploads reject these types, but a gateway may return them.
    const store = createEmbeddedIpfs(createStorage({ dataDir: inject("dataDir"), s3: null }));
    const { status, headers, bytes } = await readContent(await store.add(Buffer.from(content)));
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(bytes.toString()).toBe(content);
  });

  it.each([
    ["content that is not here", UNKNOWN, 404],
    ["a path below a file", `${UNKNOWN}/a/b.png`, 404],
    ["no CID", "hello", 400],
    ["a broken escape", `${UNKNOWN}/%E0%A4%A`, 400],
    ["a CID with more behind", `${UNKNOWN}x`, 400],
  ])("%s", async (_, path, status) => {
    expect(await rawStatus(`/ipfs/${path}`)).toBe(status);
  });

  it("never reads outside its folder", async () => {
    for (const path of ["..%2f..%2fsecrets.json", "../secrets.json", "..%5csecrets.json"]) {
      expect(await rawStatus(`/ipfs/${path}`)).not.toBe(200);
    }
  });
});

describe("GET /ipfs/{cid}?w=", () => {
  it.each([64, 128, 256, 512])("returns a WebP of %i pixels", async (width) => {
    const { status, headers, bytes } = await readContent(`${cid}?w=${width}`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("image/webp");
    expect(headers.get("cache-control")).toContain("immutable");
    expect(headers.get("etag")).toBe(`"${cid}?w=${width}"`);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width });
  });

  it("returns the same bytes to simultaneous and later requests", async () => {
    const picture = await upload(await draw(640, 480).jpeg().toBuffer());
    const atOnce = await Promise.all(
      Array.from({ length: 20 }, () => readContent(`${picture}?w=128`)),
    );
    const later = await readContent(`${picture}?w=128`);
    for (const { status, bytes } of atOnce) {
      expect(status).toBe(200);
      expect(bytes.equals(later.bytes)).toBe(true);
    }
  });

  it("preserves animation", async () => {
    const moving = await upload(await drawFrames(300, 200, 4).gif().toBuffer());
    const { bytes } = await readContent(`${moving}?w=64`);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 64, pages: 4 });
  });

  it("supports range requests and 304", async () => {
    const all = await readContent(`${cid}?w=64`);
    const part = await readContent(`${cid}?w=64`, { headers: { range: "bytes=4-9" } });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(all.bytes.subarray(4, 10))).toBe(true);
    const etag = all.headers.get("etag") ?? "";
    const same = await readContent(`${cid}?w=64`, { headers: { "if-none-match": etag } });
    expect(same.status).toBe(304);
    expect(etag).not.toBe(`"${cid}"`);
  });

  it.each(["63", "0", "", "-64", "1e2", "64px", "99999"])(
    "rejects a width of %j with 400",
    async (width) => {
      expect((await readContent(`${cid}?w=${width}`)).status).toBe(400);
    },
  );

  it("returns 400 for non-image content and 404 for missing content", async () => {
    const answer = await request("/api/v1/upload-metadata", {
      body: { name: "No picture", symbol: "NO", description: "", imageIpfs: cid },
    });
    const { ipfsHash } = metadataAnswer.parse(answer.body);
    expect((await readContent(`${ipfsHash}?w=64`)).status).toBe(400);
    expect((await readContent(`${UNKNOWN}?w=64`)).status).toBe(404);
  });
});
