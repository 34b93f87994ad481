import type { IncomingHttpHeaders } from "node:http";
import type { ErrorCode } from "@/lib/shared/errors";
import {
  type BodyEncoding,
  COMPRESSED_FROM_BYTES,
  chooseEncoding,
  encodeBody,
} from "../input/body-encoding";
import { type CacheableResponse, matchingTags } from "../response/render";

/** A rendered response in one encoding; `headers` alternates names and values. */
export type Representation = {
  status: number;
  headers: readonly string[];
  body: Buffer | null;
  /** Its content security policy, unless it is that of data. */
  policy?: string;
  /** The code of an error. */
  error?: ErrorCode;
};

/** A response that many callers share; each encoding is created once, on first use. */
export type CachedResponse = {
  /** Upper bound of the body in all encodings. */
  bytes: number;
  answer: CacheableResponse;
  /** The response for these request headers: 304, or the body in an accepted encoding. */
  represent(request: IncomingHttpHeaders): Representation | Promise<Representation>;
};

/**
 * @param options.isLasting whether it stays for as long as the process runs; it may take long to
 * compress
 * @param options.policy its content security policy, unless it is that of data
 * @param options.encode compresses the body
 */
export function createCachedResponse(
  answer: CacheableResponse,
  {
    isLasting = false,
    policy,
    encode = encodeBody,
  }: { isLasting?: boolean; policy?: string; encode?: typeof encodeBody } = {},
): CachedResponse {
  const { status, etag, error } = answer;
  const own = {
    ...(policy === undefined ? {} : { policy }),
    ...(error === undefined ? {} : { error }),
  };
  const body = Buffer.from(answer.body);
  const isCompressible = body.length >= COMPRESSED_FROM_BYTES;
  /** Stores the value itself once it is ready: awaiting a promise costs every hit a microtask. */
  const made = new Map<BodyEncoding, Representation | Promise<Representation>>();
  const plain = describe(null, body);
  /** By tag. Created on first use: most responses are computed for callers that have none. */
  const unchanged = new Map<string, Representation>();

  function describe(encoding: BodyEncoding | null, bytes: Buffer): Representation {
    const headers = ["Vary", "Accept-Encoding"];
    for (const [name, value] of Object.entries(answer.headers)) headers.push(name, value);
    if (etag !== null) headers.push("ETag", tagOf(etag, encoding));
    if (encoding !== null) headers.push("Content-Encoding", encoding);
    headers.push("Content-Length", String(bytes.length));
    return { status, body: bytes, headers, ...own };
  }

  function unchangedSince(tag: string): Representation {
    const known = unchanged.get(tag);
    if (known !== undefined) return known;
    const { "Content-Type": _, ...headers } = answer.headers;
    const ready = {
      status: 304,
      body: null,
      headers: Object.entries({ Vary: "Accept-Encoding", ...headers, ETag: tag }).flat(),
      ...own,
    };
    unchanged.set(tag, ready);
    return ready;
  }

  function encoded(encoding: BodyEncoding): Representation | Promise<Representation> {
    const known = made.get(encoding);
    if (known !== undefined) return known;
    const making = encode(body, encoding, isLasting).then(
      (bytes) => {
        const ready = describe(encoding, bytes);
        made.set(encoding, ready);
        return ready;
      },
      (error: unknown) => {
        // Only those who wait get the error; the next caller tries again.
        made.delete(encoding);
        throw error;
      },
    );
    made.set(encoding, making);
    return making;
  }

  return {
    answer,
    bytes: body.length * (isCompressible ? 2 : 1),
    represent(request) {
      const encoding = isCompressible ? chooseEncoding(request["accept-encoding"]) : null;
      if (etag !== null) {
        const tag = knownTag(request["if-none-match"], etag, tagOf(etag, encoding));
        if (tag !== null) return unchangedSince(tag);
      }
      return encoding === null ? plain : encoded(encoding);
    },
  };
}

/** The preferred tag if the caller has it, else another one of this body that the caller has. */
function knownTag(ifNoneMatch: string | undefined, etag: string, preferred: string): string | null {
  const known = matchingTags(ifNoneMatch, etag);
  if (known.includes("*") || known.includes(preferred)) return preferred;
  return known[0] ?? null;
}

/** Each encoding has different bytes and so needs its own strong tag. */
function tagOf(etag: string, encoding: BodyEncoding | null): string {
  return encoding === null ? etag : `${etag.slice(0, -1)}-${encoding}"`;
}
