import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { type AppError, toAppError } from "../domain/errors";
import type { Log } from "../log";
import type { Caller } from "./callers";
import { readRange } from "./read-range";
import { describeError, matchesEtag } from "./render";
import type { Visit } from "./serve-reads";

/** Content never changes under its address, and must never run as a page of ours. */
const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Content-Length, Content-Range, Accept-Ranges",
  "Cache-Control": "public, max-age=29030400, immutable",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** Content that is read as it is sent. */
export type Content = {
  type: string;
  sizeBytes: number;
  read(range: { start: number; length: number }): AsyncIterable<Uint8Array>;
};

/** What a request for content may be counted under. */
export type Work = "file" | "content" | "drawing" | "linkPicture";

export type ContentServer = {
  /** Answers a request for content. @returns whether it was one */
  serve(visit: Visit, request: IncomingMessage, response: ServerResponse): boolean;
};

/**
 * Answers GET and HEAD for content that never changes: whole (200), in part (206, 416), or not at
 * all where the caller has it (304). In this process's own hands, because Next answers without a
 * length and the content needs a policy of its own.
 * @param options.prefix where its addresses begin: `/ipfs/`
 * @param options.open called with what stands behind the prefix, percent-encoded, and the query;
 *   throws AppError
 * @param options.count counts work for a caller before it is done; throws AppError
 */
export function createContentServer(options: {
  prefix: `/${string}/`;
  log: Log;
  open(path: string, query: URLSearchParams, count: (work: Work) => void): Promise<Content>;
  count(work: Work, caller: Caller): void;
}): ContentServer {
  const { prefix, log, open, count } = options;

  async function answer(
    url: string,
    visit: Visit,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    count("file", visit.caller);
    const [pathname = "", search = ""] = url.split("?", 2);
    const etag = toEtag(url.slice(prefix.length));
    const own = dropPolicy(visit.headers);
    if (matchesEtag(request.headers["if-none-match"], etag)) {
      // Under a hash it is what it was, so nothing is read.
      response.writeHead(304, toList(own, { ...HEADERS, ETag: etag })).end();
      return;
    }
    const query = new URLSearchParams(search);
    const countFor = (work: Work) => count(work, visit.caller);
    const content = await open(pathname.slice(prefix.length), query, countFor);
    const { status, headers, range } = describe(content, etag, request);
    response.writeHead(status, toList(own, headers));
    if (request.method === "HEAD" || range === null) response.end();
    else await pipeline(content.read(range), response);
  }

  return {
    serve(visit, request, response) {
      const { url = "/" } = request;
      if (!url.startsWith(prefix)) return false;
      answer(url, visit, request, response).catch((thrown: unknown) => {
        const error = toAppError(thrown);
        const isOver = response.destroyed && !request.complete;
        if (error.status >= 500 && !isOver) {
          log.error({ err: thrown, url, requestId: visit.requestId }, "content is unreadable");
        }
        refuse(error, visit, response);
      });
      return true;
    },
  };
}

function describe(content: Content, etag: string, request: IncomingMessage) {
  const { type, sizeBytes } = content;
  const { range: asked, "if-range": ifRange } = request.headers;
  const isForThis = ifRange === undefined || ifRange === etag;
  const range = readRange(isForThis ? (asked ?? null) : null, sizeBytes);
  if (range === "unsatisfiable") {
    const headers = {
      ...HEADERS,
      "Cache-Control": "no-store",
      "Content-Range": `bytes */${sizeBytes}`,
      "Content-Length": "0",
    };
    return { status: 416, headers, range: null };
  }
  const { start, length } = range ?? { start: 0, length: sizeBytes };
  const headers: Record<string, string> = {
    ...HEADERS,
    "Accept-Ranges": "bytes",
    "Content-Type": type,
    "Content-Length": String(length),
    ETag: etag,
  };
  // Bytes of no known type are for saving, not for looking at.
  if (type === "application/octet-stream") headers["Content-Disposition"] = "attachment";
  if (range !== null)
    headers["Content-Range"] = `bytes ${start}-${start + length - 1}/${sizeBytes}`;
  return { status: range === null ? 200 : 206, headers, range: { start, length } };
}

/** Addresses are percent-encoded, so what a tag may not hold can only be a quote in a query. */
function toEtag(address: string): string {
  return `"${address.replace(/["\\]/g, "")}"`;
}

/** The front door's headers without its policy, which is for pages. */
function dropPolicy(headers: readonly string[]): string[] {
  const pairs = Array.from({ length: headers.length / 2 }, (_, index) => index * 2);
  return pairs.flatMap((at) => {
    const [name = "", value = ""] = headers.slice(at, at + 2);
    const isOwn = Object.hasOwn(HEADERS, name);
    return isOwn ? [] : [name, value];
  });
}

function toList(own: readonly string[], headers: Record<string, string>): string[] {
  return [...own, ...Object.entries(headers).flat()];
}

function refuse(error: AppError, visit: Visit, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, headers, body } = describeError("launch", error);
  response.writeHead(status, toList(visit.headers, headers)).end(body);
}
