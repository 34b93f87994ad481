import { createHash } from "node:crypto";
import { CORS_HEADERS } from "./render";

/**
 * A JSON document that depends on the configuration only: built at the first request, answered from
 * memory afterwards, and 304 for whoever has it.
 */
export function cachedDocument(build: () => unknown): (request: Request) => Response {
  let cached: { body: string; etag: string } | null = null;
  return (request) => {
    if (cached === null) {
      const body = JSON.stringify(build());
      cached = { body, etag: `"${createHash("sha256").update(body).digest("base64url")}"` };
    }
    const { body, etag } = cached;
    const headers = { ...CORS_HEADERS, "Cache-Control": "public, max-age=60", ETag: etag };
    if (request.headers.get("if-none-match") === etag) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(body, { headers: { ...headers, "Content-Type": "application/json" } });
  };
}
