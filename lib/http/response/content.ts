import { readRange } from "../input/read-range";
import type { WebRequest } from "../web-request";
import type { RawResponse } from "./render";
import { matchesEtag } from "./render";

/** Content that is read while it is sent. */
export type Content = {
  type: string;
  sizeBytes: number;
  read(range: {
    start: number;
    length: number;
  }): AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;
};

/** Any page may embed public content, but it must never run as a page of this origin. */
const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Content-Length, Content-Range, Accept-Ranges",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Accept-Ranges": "bytes",
};
const POLICY = "default-src 'none'; sandbox";

/**
 * Returns immutable content: whole (200), in part (206, 416), or 304 when the caller has it.
 * @param options.open not called for a caller that names the tag
 */
export async function replyWithContent(options: {
  request: Pick<WebRequest, "headers" | "method">;
  etag: string;
  maxAgeSeconds: number;
  /** The same for shared caches, if it differs. */
  sharedMaxAgeSeconds?: number;
  open(): Promise<Content>;
}): Promise<RawResponse> {
  const { request, etag, maxAgeSeconds, sharedMaxAgeSeconds, open } = options;
  const shared = sharedMaxAgeSeconds === undefined ? "" : `s-maxage=${sharedMaxAgeSeconds}, `;
  const common = {
    ...HEADERS,
    "Cache-Control": `public, max-age=${maxAgeSeconds}, ${shared}immutable`,
    ETag: etag,
  };
  const reply = (
    status: number,
    headers: Record<string, string>,
    body: RawResponse["body"] = null,
  ): RawResponse => ({ status, headers: Object.entries(headers).flat(), body, policy: POLICY });

  const known = request.headers.get("if-none-match") ?? undefined;
  // `*` names no tag: its sender has a copy of whatever is here, if anything is.
  const isAny = known?.trim() === "*";
  if (!isAny && matchesEtag(known, etag)) return reply(304, common);
  const { type, sizeBytes, read } = await open();
  if (isAny) return reply(304, common);
  const condition = request.headers.get("if-range");
  const isForThis = condition === null || condition === etag;
  const range = readRange(isForThis ? request.headers.get("range") : null, sizeBytes);
  if (range === "unsatisfiable") {
    return reply(416, {
      ...HEADERS,
      "Cache-Control": "no-store",
      "Content-Range": `bytes */${sizeBytes}`,
      "Content-Length": "0",
    });
  }
  const { start, length } = range ?? { start: 0, length: sizeBytes };
  const headers: Record<string, string> = {
    ...common,
    "Content-Type": type,
    "Content-Length": String(length),
  };
  const isEmpty = request.method === "HEAD" || length === 0;
  const body = isEmpty ? null : read({ start, length });
  // Browsers download bytes of an unknown type instead of showing them.
  if (type === "application/octet-stream") headers["Content-Disposition"] = "attachment";
  if (range === null) return reply(200, headers, body);
  headers["Content-Range"] = `bytes ${start}-${start + length - 1}/${sizeBytes}`;
  return reply(206, headers, body);
}
