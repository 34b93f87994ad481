import { AppError } from "@/lib/shared/errors";
import type { Exchange, Stage, StageOutcome } from "./exchange";
import { closeAfterResponse } from "./input/receive-body";
import { CORS_HEADERS } from "./response/render";
import { send } from "./response/send";
import type { Match, Router } from "./router";

/** Scripts of the Data API revalidate what they keep, bypass caches, and resume event streams. */
const READ_HEADERS = ["Cache-Control", "If-None-Match", "Last-Event-ID", "Pragma"];

/**
 * The stage that finds the endpoint. Responds to preflights and redirects; rejects unknown API
 * paths and wrong methods.
 * @param mayDrain whether the rest of a rejected body is read, so that its sender receives the
 * response
 */
export function createMatch(router: Router, mayDrain: (exchange: Exchange) => boolean): Stage {
  return (exchange) => {
    const { request, path, url } = exchange;
    closeAfterResponse(exchange, mayDrain);
    const { method = "GET" } = request;
    if (url === "*") return answerServerOptions(exchange);
    requirePercentEncoding(path);
    const match = router(method, url ?? "/");
    exchange.match = match;
    switch (match.kind) {
      case "preflight":
        return answerPreflight(exchange, match);
      case "unknown":
        throw new AppError("not_found");
      case "moved":
        send(exchange, { status: 308, headers: redirectHeaders(match), body: null });
        return "responded";
      case "wrong_method":
        exchange.headers.push("Allow", [...match.allowed, "OPTIONS"].join(", "));
        throw new AppError("method_not_allowed");
      case "read":
        exchange.label = match.endpoint.operation.id;
        return "next";
      case "endpoint": {
        const { endpoint } = match;
        exchange.label = endpoint.kind === "plain" ? endpoint.id : endpoint.operation.id;
        return "next";
      }
      case "page":
        requireNormalPath(path);
        requirePageMethod(exchange, method);
        return "next";
    }
  };
}

/** A browser follows a redirect of another origin only if that may be read. */
function redirectHeaders({ form, location }: Extract<Match, { kind: "moved" }>): string[] {
  const readable = form === "account" ? [] : Object.entries(CORS_HEADERS).flat();
  return ["Location", location, ...readable];
}

/** RFC 9110: `OPTIONS *` is about the whole server. */
function answerServerOptions(exchange: Exchange): StageOutcome {
  if (exchange.request.method !== "OPTIONS") throw new AppError("not_found");
  const headers = ["Allow", "GET, HEAD, POST, OPTIONS"];
  send(exchange, { status: 204, headers, body: null });
  return "responded";
}

/** Next would return 500. */
function requirePercentEncoding(path: string): void {
  if (!path.includes("%")) return;
  try {
    decodeURIComponent(path);
  } catch {
    const message = "has invalid percent-encoding";
    throw new AppError("invalid_parameters", `path: ${message}`, {
      details: [{ path: "path", message }],
    });
  }
}

/**
 * Next removes `..`, `%2e` and `#` before it routes, so it would serve another path than the one that
 * was counted. Browsers and `fetch` remove them before they send.
 */
function requireNormalPath(path: string): void {
  if (new URL(`http://host${path}`).pathname !== path) throw new AppError("not_found");
}

function requirePageMethod(exchange: Exchange, method: string): void {
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return;
  exchange.headers.push("Allow", "GET, HEAD");
  throw new AppError("method_not_allowed");
}

function answerPreflight(
  exchange: Exchange,
  { form, isContent, allowed, allowedHeaders }: Extract<Match, { kind: "preflight" }>,
): StageOutcome {
  const takesSecret = allowedHeaders.includes("Authorization");
  const methods = takesSecret ? "GET, POST, PATCH, DELETE, OPTIONS" : "GET, POST, OPTIONS";
  const readHeaders = form === "data" ? READ_HEADERS : [];
  const permission = {
    ...CORS_HEADERS,
    "Access-Control-Allow-Methods": isContent ? "GET, HEAD, OPTIONS" : methods,
    "Access-Control-Allow-Headers": isContent
      ? "Range"
      : ["Content-Type", "Idempotency-Key", ...readHeaders, ...allowedHeaders].join(", "),
    "Access-Control-Max-Age": "86400",
  };
  const headers = ["Allow", [...allowed, "OPTIONS"].join(", ")];
  // The account API allows no other origin.
  if (form !== "account") headers.push(...Object.entries(permission).flat());
  send(exchange, { status: 204, headers, body: null });
  return "responded";
}
