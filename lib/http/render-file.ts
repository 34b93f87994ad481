/** A file that is there in parts as well as whole. */
export type ServedFile = {
  contentType: string;
  sizeBytes: number;
  /** @param range first and last byte, both included */
  read(range: { first: number; last: number }): ReadableStream<Uint8Array>;
};

/** Any page may play what is public; nothing may run as a page of ours. */
export function fileHeaders(): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Range",
    "Access-Control-Expose-Headers": "Content-Length, Content-Range, ETag",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Accept-Ranges": "bytes",
  };
}

/** Renders a file, or the one range of it that was asked for (RFC 9110, section 14). */
export function renderFile(
  file: ServedFile,
  request: Request,
  { etag, cache }: { etag: string; cache: string },
): Response {
  const headers = new Headers({ ...fileHeaders(), ETag: etag, "Cache-Control": cache });
  if (request.headers.get("if-none-match")?.includes(etag)) {
    return new Response(null, { status: 304, headers });
  }
  const range = readRange(request.headers, etag, file.sizeBytes);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${file.sizeBytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { first, last } = range ?? { first: 0, last: file.sizeBytes - 1 };
  headers.set("Content-Type", file.contentType);
  headers.set("Content-Length", String(last - first + 1));
  if (range !== null) headers.set("Content-Range", `bytes ${first}-${last}/${file.sizeBytes}`);
  const isEmpty = request.method === "HEAD" || last < first;
  const body = isEmpty ? null : file.read({ first, last });
  return new Response(body, { status: range === null ? 200 : 206, headers });
}

/** Null for the whole file: no range, several, a malformed one, or one of another version. */
function readRange(
  headers: Headers,
  etag: string,
  sizeBytes: number,
): { first: number; last: number } | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.get("range") ?? "");
  const condition = headers.get("if-range");
  if (match === null || (condition !== null && condition !== etag)) return null;
  const [, from = "", to = ""] = match;
  if (from === "" && to === "") return null;
  const first = from === "" ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const last = from === "" || to === "" ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== "" && from !== "" && Number(to) < Number(from)) return null;
  return first > last ? "unsatisfiable" : { first, last };
}
