import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CachedResponse, createCachedResponse } from "@/lib/http/cache/cached-response";
import { type PlainEndpoint, plain } from "@/lib/http/plain-endpoint";
import { etagOf } from "@/lib/http/response/etag-of";
import { AppError } from "@/lib/shared/errors";

const FOLDER = join(".next", "static", "chunks");
/** Names of Next's build, which change with the content. */
const NAME = /^[\w~-][\w.~-]{0,200}\.(js|css)$/;
const TYPES: Readonly<Record<string, string>> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};

/** A worker has the policy of its script, and loads the other scripts of its code. */
const POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";

/**
 * Scripts and styles of the pages. Next would compress them again for every request, with gzip only;
 * here each is compressed once, with brotli at a quality that takes too long for anything else.
 * They replace files of Next only in a production build: `next dev` has no files.
 */
export function codeEndpoint(): PlainEndpoint {
  const files = new Map<string, Promise<CachedResponse>>();

  function open(name: string, type: string): Promise<CachedResponse> {
    const known = files.get(name);
    if (known !== undefined) return known;
    const opening = readFile(join(FOLDER, name), "utf8").then((body) => describeFile(body, type));
    files.set(name, opening);
    // An unknown name must not stay in memory, and may be there after the next build.
    opening.catch(() => files.delete(name));
    return opening;
  }

  return plain({
    id: "code",
    path: "/_next/static/chunks/{name}",
    methods: ["GET"],
    isCounted: false,
    answer: async ({ params: { name = "" } }) => {
      const type = TYPES[NAME.exec(name)?.[1] ?? ""];
      if (type === undefined) throw new AppError("not_found");
      return open(name, type).catch((cause: unknown) => {
        if (isMissing(cause)) throw new AppError("not_found");
        throw cause;
      });
    },
  });
}

function describeFile(body: string, type: string): CachedResponse {
  const etag = etagOf(body);
  const headers = {
    "Content-Type": type,
    "Cache-Control": "public, max-age=31536000, immutable",
  };
  return createCachedResponse(
    { status: 200, headers, etag, body },
    { isLasting: true, policy: POLICY },
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
