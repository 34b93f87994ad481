import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createCachedResponse, type Representation } from "@/lib/http/cache/cached-response";
import { chooseEncoding, encodeBody } from "@/lib/http/input/body-encoding";

const BODY = JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ token: i, name: "Light" })));
const ANSWER = {
  status: 200,
  headers: { "Content-Type": "application/json", "Cache-Control": "public, s-maxage=2" },
  etag: '"tag"',
  body: BODY,
};
const headersOf = ({ headers }: Representation) =>
  Object.fromEntries(
    Array.from({ length: headers.length / 2 }, (_, i) => [headers[2 * i], headers[2 * i + 1]]),
  );

describe("cached responses", () => {
  it("are compressed again for the next caller after a compression failed", async () => {
    const failures = [new Error("out of memory")];
    const cached = createCachedResponse(ANSWER, {
      encode: async (...input) => {
        const failure = failures.pop();
        if (failure !== undefined) throw failure;
        return encodeBody(...input);
      },
    });
    const represent = async () => cached.represent({ "accept-encoding": "gzip" });
    const together = await Promise.allSettled([represent(), represent()]);
    expect(together.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const { body } = await represent();
    expect(gunzipSync(body ?? "").toString()).toBe(BODY);
  });

  it.each([
    [undefined, null, (body: Buffer) => body],
    ["identity", null, (body: Buffer) => body],
    ["gzip, deflate", "gzip", gunzipSync],
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["br;q=0.5, gzip", "gzip", gunzipSync],
    ["br;q=0, *", "gzip", gunzipSync],
    ["GZIP;q=0", null, (body: Buffer) => body],
  ])("Accept-Encoding %s returns %s", async (accepted, encoding, decode) => {
    const made = await createCachedResponse(ANSWER).represent({ "accept-encoding": accepted });
    expect(made.status).toBe(200);
    expect(decode(made.body ?? Buffer.alloc(0)).toString()).toBe(BODY);
    expect(headersOf(made)).toEqual({
      ...ANSWER.headers,
      Vary: "Accept-Encoding",
      ETag: encoding === null ? '"tag"' : `"tag-${encoding}"`,
      ...(encoding === null ? {} : { "Content-Encoding": encoding }),
      "Content-Length": String(made.body?.length),
    });
  });

  it.each([
    ['"tag"', undefined, '"tag"'],
    ['W/"tag"', "identity", '"tag"'],
    ["*", undefined, '"tag"'],
    ["*", "gzip", '"tag-gzip"'],
    ['"other", "tag-br"', "br", '"tag-br"'],
    ['W/"tag-gzip"', "gzip", '"tag-gzip"'],
    ['"tag", "tag-gzip", "tag-br"', "gzip, br", '"tag-br"'],
    // The caller has another encoding: its tag selects that stored response (RFC 9111, 4.3.4).
    ['"tag-br"', "gzip", '"tag-br"'],
    ['"other", "tag-gzip"', undefined, '"tag-gzip"'],
    ['"tag"', "br", '"tag"'],
  ])(
    "If-None-Match %s with Accept-Encoding %s returns 304 with the tag %s, without a body",
    async (tag, encoding, sent) => {
      const made = await createCachedResponse(ANSWER).represent({
        "if-none-match": tag,
        "accept-encoding": encoding,
      });
      expect(made).toMatchObject({ status: 304, body: null });
      expect(headersOf(made)).toEqual({
        "Cache-Control": "public, s-maxage=2",
        Vary: "Accept-Encoding",
        ETag: sent,
      });
    },
  );

  it.each(['"other"', '"tag-zstd"', "tag"])("If-None-Match %s returns the body", async (tag) => {
    const made = await createCachedResponse(ANSWER).represent({ "if-none-match": tag });
    expect(made.status).toBe(200);
  });

  it("leaves small bodies uncompressed, and sends responses without a tag unconditionally", async () => {
    const small = createCachedResponse({ ...ANSWER, etag: null, body: "{}" });
    const made = await small.represent({ "accept-encoding": "br", "if-none-match": "*" });
    expect(made.status).toBe(200);
    expect(headersOf(made)).not.toHaveProperty("Content-Encoding");
  });

  it("compresses once for all requests", async () => {
    const stored = createCachedResponse(ANSWER);
    const request = { "accept-encoding": "gzip" };
    const [one, other] = await Promise.all([stored.represent(request), stored.represent(request)]);
    expect(one.body).toBe(other.body);
  });

  it("uses no encoding without a header", () => {
    expect(chooseEncoding("")).toBeNull();
  });
});
