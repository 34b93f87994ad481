import { createHash } from "node:crypto";
import { type AppError, ERRORS } from "../domain/errors";
import { cacheControl } from "../operations/cache";
import type { InterfaceName, Operation } from "../operations/operation";

/** Allows any page to read an answer; interface B's POSTs as well as all GETs. */
export const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "RateLimit, RateLimit-Policy, Retry-After, ETag, X-Request-Id",
} as const;

/** Renders a checked success, with cache headers and a strong ETag where the operation has them. */
export function renderSuccess(
  operation: Operation,
  body: unknown,
  status: number,
  request: Request,
  extraHeaders: Record<string, string>,
): Response {
  const text = JSON.stringify(body);
  const headers = new Headers({
    ...CORS_HEADERS,
    ...extraHeaders,
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": cacheControl(operation.cache),
  });
  if (operation.cache !== null) {
    const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
    headers.set("ETag", etag);
    if (matches(request.headers.get("if-none-match"), etag)) {
      headers.delete("Content-Type");
      return new Response(null, { status: 304, headers });
    }
  }
  return new Response(text, { status, headers });
}

/** Renders an error in the form of its interface; never more than its public text. */
export function renderError(
  interfaceName: InterfaceName,
  error: AppError,
  extraHeaders: Record<string, string> = {},
): Response {
  const headers = new Headers({ ...CORS_HEADERS, ...extraHeaders, "Cache-Control": "no-store" });
  headers.set("Content-Type", errorContentType(interfaceName));
  if (error.retryAfterSeconds !== undefined) {
    headers.set("Retry-After", String(error.retryAfterSeconds));
  }
  return new Response(errorBody(interfaceName, error), { status: error.status, headers });
}

export function errorContentType(interfaceName: InterfaceName): string {
  return interfaceName === "data"
    ? "application/problem+json; charset=utf-8"
    : "application/json; charset=utf-8";
}

/** Interface A: RFC 9457 problem details. Interface B: `{ success: false, error, code, details? }`. */
export function errorBody(interfaceName: InterfaceName, error: AppError): string {
  const { code, message, details, extras, status } = error;
  if (interfaceName === "data") {
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
    code,
    ...extras,
    ...(details === undefined ? {} : { details }),
  });
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch
    .split(",")
    .map((entry) => entry.trim().replace(/^W\//, ""))
    .some((entry) => entry === "*" || entry === etag);
}
