import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { CORS_HEADERS, matchesEtag } from "./render";

const FILE = resolve(/* turbopackIgnore: true */ "dist/slipway.tgz");

type Archive = { modifiedMs: number; bytes: Uint8Array<ArrayBuffer>; etag: string };
let latest: Archive | null = null;

/**
 * Answers GET for the npm package: whole, or 304 where the caller has it. Its address stays the same
 * over releases, so it is cached for a minute.
 */
export async function servePackage(request: Request): Promise<Response> {
  const { bytes, etag } = await readArchive();
  const headers = {
    ...CORS_HEADERS,
    "Cache-Control": "public, max-age=60, must-revalidate",
    ETag: etag,
  };
  if (matchesEtag(request.headers.get("if-none-match") ?? undefined, etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(bytes, {
    headers: {
      ...headers,
      "Content-Type": "application/gzip",
      "Content-Length": String(bytes.length),
      "Content-Disposition": 'attachment; filename="slipway.tgz"',
    },
  });
}

/** Read again only when a build has replaced it. */
async function readArchive(): Promise<Archive> {
  const { mtimeMs } = await stat(FILE);
  if (latest?.modifiedMs === mtimeMs) return latest;
  const bytes = new Uint8Array(await readFile(FILE));
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  latest = { modifiedMs: mtimeMs, bytes, etag };
  return latest;
}
