import { get } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, inject, it } from "vitest";
import { newCaller, request } from "../../setup/api/api";

const NAMES = /\/_next\/static\/chunks\/[\w.~-]+\.js/g;

/** The bytes as they are sent: `fetch` would decompress them. */
async function receive(path: string, encoding: string) {
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      const headers = { "accept-encoding": encoding, "x-forwarded-for": newCaller() };
      get(new URL(path, inject("baseUrl")), { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ headers: response.headers, body: Buffer.concat(chunks) }),
        );
      }).on("error", reject);
    },
  );
}

describe("scripts of the pages", () => {
  it("are sent with brotli, smaller than gzip, and may be stored forever", async () => {
    const { text } = await request("/");
    const paths = [...new Set(text.match(NAMES))];
    expect(paths.length).toBeGreaterThan(3);
    let [brotli, gzip] = [0, 0];
    for (const path of paths) {
      const [plain, small, old] = await Promise.all([
        receive(path, "identity"),
        receive(path, "gzip, deflate, br, zstd"),
        receive(path, "gzip"),
      ]);
      expect(small.headers["content-encoding"]).toBe("br");
      expect(old.headers["content-encoding"]).toBe("gzip");
      expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true);
      expect(gunzipSync(old.body).equals(plain.body)).toBe(true);
      expect(small.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(small.headers["content-type"]).toContain("javascript");
      brotli += small.body.length;
      gzip += old.body.length;
    }
    expect(brotli).toBeLessThan(0.9 * gzip);
  });

  it("answer 304 to a browser that has them", async () => {
    const { text } = await request("/");
    const [path = ""] = text.match(NAMES) ?? [];
    const first = await request(path);
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect(await request(path, { headers })).toMatchObject({ status: 304, text: "" });
  });

  it("let a worker load the other scripts of its code, and nothing else", async () => {
    const { text } = await request("/");
    const [path = ""] = text.match(NAMES) ?? [];
    const { headers } = await request(path);
    const policy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";
    expect(headers.get("content-security-policy")).toBe(policy);
  });

  it("are nothing but files of the build", async () => {
    for (const name of ["missing.js", "x.map", "..%2f..%2f..%2fpackage.js", ".env.js", "%00.js"]) {
      const { status, text } = await request(`/_next/static/chunks/${name}`);
      expect([400, 404], name).toContain(status);
      expect(text).not.toContain("slipway-launchpad");
    }
  });
});
