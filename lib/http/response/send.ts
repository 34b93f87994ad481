import { pipeline } from "node:stream/promises";
import type { AppError } from "@/lib/shared/errors";
import { createCachedResponse, type Representation } from "../cache/cached-response";
import type { Exchange } from "../exchange";
import { limitStall } from "../limits/limit-stall";
import { type CacheableResponse, describeError, type RawResponse } from "./render";

/** Should a browser show it as a page, a data response loads nothing and cannot be framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Sends a reply with the headers of the exchange: the only place that writes responses. */
export function send(
  exchange: Exchange,
  { status, headers: own, body, policy = DATA_POLICY, isFrameable, error }: RawResponse,
): void | Promise<void> {
  const { request, response, headers, rateLimit } = exchange;
  if (error !== undefined) exchange.error = error;
  if (response.destroyed) return;
  if (isFrameable) removeHeader(headers, "X-Frame-Options");
  headers.push("Content-Security-Policy", policy);
  // Spreading two arrays into one call would copy them once more.
  for (const part of rateLimit) headers.push(part);
  for (const part of own) headers.push(exchange.isPrivate ? withoutSharing(part) : part);
  response.writeHead(status, headers);
  if (request.method === "HEAD" || body === null) response.end();
  else if (Buffer.isBuffer(body)) {
    response.end(body);
    if (response.writableLength > 0) limitStall(response);
  } else {
    limitStall(response);
    return pipeline(body instanceof ReadableStream ? chunksOf(body) : body, response);
  }
}

/** `Cache-Control` of only the caller's own cache; other names and values of headers as they are. */
function withoutSharing(part: string): string {
  return /^public(?=,|$)/.test(part)
    ? part.replace("public", "private").replace(/, s-maxage=\d+/, "")
    : part;
}

/** @param headers alternates names and values */
function removeHeader(headers: string[], name: string): void {
  const at = headers.indexOf(name);
  if (at !== -1) headers.splice(at, 2);
}

/** Sends a response in the caller's preferred encoding, or 304 when the caller has it. */
export function sendCacheable(exchange: Exchange, answer: CacheableResponse): void | Promise<void> {
  return sendRepresentation(
    exchange,
    createCachedResponse(answer).represent(exchange.request.headers),
  );
}

/** The same for a rendered response. Synchronous when the encoding is ready. */
export function sendRepresentation(
  exchange: Exchange,
  chosen: Representation | Promise<Representation>,
): void | Promise<void> {
  return chosen instanceof Promise
    ? chosen.then((made) => send(exchange, made))
    : send(exchange, chosen);
}

/**
 * Rejects a request in the error form of its path. Closes the connection when bytes were already
 * sent.
 */
export function refuse(exchange: Exchange, error: AppError): void {
  const { response, match } = exchange;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { headers, body, ...rest } = describeError(match.form, error);
  send(exchange, { ...rest, headers: Object.entries(headers).flat(), body: Buffer.from(body) });
}

/** The reply for a web `Response`, as libraries return it. */
export function fromWeb(response: Response): RawResponse {
  const own = [...response.headers].filter(([name]) => name !== "content-security-policy");
  const policy = response.headers.get("content-security-policy");
  return {
    status: response.status,
    headers: own.flat(),
    body: response.body,
    ...(policy === null ? {} : { policy }),
  };
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isDone = done;
      if (value === undefined) return;
      yield value;
    }
  } finally {
    if (!isDone) await reader.cancel();
  }
}
