import { cacheControl } from "@/lib/operations/cache";
import { type ErrorForm, errorFormOf, type Operation } from "@/lib/operations/operation";
import { type AppError, ERRORS, type ErrorCode } from "@/lib/shared/errors";
import { etagOf } from "./etag-of";

/** Allows any page to read a response, for all GETs and the POSTs of the Launch API. */
export const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "RateLimit, RateLimit-Policy, Retry-After, ETag, X-Request-Id",
} as const;

/** The account API and the console are for our own pages: no other origin may read them. */
function corsHeadersOf(form: ErrorForm): Record<string, string> {
  return form === "account" ? {} : CORS_HEADERS;
}

/** A response before it is sent, independent of the caller and the encoding. */
export type CacheableResponse = {
  status: number;
  headers: Record<string, string>;
  /** Strong, with quotes; null for responses that must not be stored. */
  etag: string | null;
  body: string;
  /** The code of an error. */
  error?: ErrorCode;
};

/** A response before it is sent. `headers` alternates names and values. */
export type RawResponse = {
  status: number;
  headers: readonly string[];
  body: Buffer | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null;
  /** A `Content-Security-Policy` other than that of data. */
  policy?: string;
  /** Whether other sites may frame it; its policy must allow that, too. */
  isFrameable?: true;
  /** The code of an error. */
  error?: ErrorCode;
};

/**
 * A validated success, with cache headers and a strong ETag where the operation has them.
 * @param text the JSON of its body
 */
export function describeSuccess(
  operation: Operation,
  text: string,
  status: number,
): CacheableResponse {
  return {
    status,
    headers: {
      ...corsHeadersOf(errorFormOf(operation)),
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": cacheControl(operation.cache),
    },
    etag: operation.cache === null ? null : etagOf(text),
    body: text,
  };
}

/** An error in the form of its API; contains only its public text. */
export function describeError(form: ErrorForm, error: AppError): CacheableResponse {
  return {
    status: error.status,
    headers: {
      ...corsHeadersOf(form),
      "Cache-Control": "no-store",
      "Content-Type": errorContentType(form),
      ...(error.retryAfterSeconds === undefined
        ? {}
        : { "Retry-After": String(error.retryAfterSeconds) }),
    },
    etag: null,
    body: errorBody(form, error),
    error: error.code,
  };
}

function errorContentType(form: ErrorForm): string {
  return form === "data"
    ? "application/problem+json; charset=utf-8"
    : "application/json; charset=utf-8";
}

/** JSON-RPC's own codes; all others are server errors. */
const RPC_CODES: Partial<Record<ErrorCode, number>> = {
  invalid_parameters: -32_602,
  invalid_body: -32_600,
  payload_too_large: -32_600,
  unsupported_media_type: -32_600,
  method_not_allowed: -32_600,
  not_found: -32_601,
  unsupported_chain: -32_602,
  rate_limited: -32_005,
};

/**
 * Data API: RFC 9457 problem details. Launch API: `{ success: false, error, message, code, details?
 * }`; clients read the text by either name.
 */
function errorBody(form: ErrorForm, error: AppError): string {
  const { code, message, details, extras, status } = error;
  if (form === "udf") return JSON.stringify({ s: "error", errmsg: message });
  if (form === "rpc") {
    const rpcError = { code: RPC_CODES[code] ?? -32_603, message, data: { code } };
    return JSON.stringify({ jsonrpc: "2.0", id: null, error: rpcError });
  }
  if (form === "data") {
    return JSON.stringify({
      type: `/docs/errors#${code}`,
      title: ERRORS[code].title,
      status,
      detail: message,
      code,
      ...(details === undefined ? {} : { errors: details }),
    });
  }
  return JSON.stringify({
    success: false,
    error: message,
    message,
    code,
    ...extras,
    ...(details === undefined ? {} : { details }),
  });
}

/** Whether an `If-None-Match` matches this response in any encoding. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return matchingTags(ifNoneMatch, etag).length > 0;
}

/** Tags of an `If-None-Match` that match this response in any encoding, without `W/`, or `*`. */
export function matchingTags(ifNoneMatch: string | undefined, etag: string): string[] {
  if (ifNoneMatch === undefined) return [];
  return ifNoneMatch
    .split(",")
    .map((entry) => entry.trim().replace(/^W\//, ""))
    .filter((entry) => entry === "*" || entry.replace(/-(gzip|br)"$/, '"') === etag);
}
