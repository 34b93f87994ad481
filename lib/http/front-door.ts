import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "../domain/errors";
import type { Env } from "../env";
import type { Log } from "../log";
import type { InterfaceName } from "../operations/operation";
import { CLIENT_ADDRESS_HEADER, clientAddress } from "./client-address";
import { matchOperation } from "./match-operation";
import { CORS_HEADERS, errorBody, errorContentType } from "./render";
import { securityHeaders } from "./security-headers";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** What a client could send to pose as somebody else or to reach the framework's inside. */
const STRIPPED_HEADERS = [
  CLIENT_ADDRESS_HEADER,
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-nonce",
  "content-security-policy",
  "content-security-policy-report-only",
];

/**
 * The first thing that a request meets, before Next: it gets an id, its caller's true address and
 * its nonce; unknown API paths, wrong methods, preflights and bodies over the limit are answered
 * here.
 * @param options.isDraining asked for each request; while true, new ones get 503
 */
export function createFrontDoor(options: {
  env: Env;
  log: Log;
  next: Handler;
  isDraining: () => boolean;
}): Handler {
  const { env, log, next, isDraining } = options;
  const isHttps = env.publicUrl.startsWith("https:");
  const isDevelopment = env.NODE_ENV === "development";

  return (request, response) => {
    const startedAt = performance.now();
    const caller = identify(request, env.TRUSTED_PROXY_HOPS);
    const requestId = randomUUID();
    const nonce = randomBytes(16).toString("base64");
    const [path = "/"] = (request.url ?? "/").split("?");
    for (const header of STRIPPED_HEADERS) delete request.headers[header];
    request.headers[CLIENT_ADDRESS_HEADER] = caller;
    request.headers["x-request-id"] = requestId;
    request.headers["x-nonce"] = nonce;

    const headers = securityHeaders({ nonce, isHttps, isDevelopment });
    // Next puts the nonce that it finds here on its own scripts.
    request.headers["content-security-policy"] = headers["Content-Security-Policy"];
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader("X-Request-Id", requestId);
    response.once("close", () => {
      const milliseconds = Math.round(performance.now() - startedAt);
      const { method } = request;
      const { statusCode: status } = response;
      log.info({ requestId, method, path, status, milliseconds, caller }, "request");
    });

    if (isDraining()) {
      response.setHeader("Connection", "close");
      return refuse(response, "launch", new AppError("shutting_down"));
    }
    const match = matchOperation(request.method ?? "GET", path);
    if (match.kind !== "none" && request.method === "OPTIONS") return preflight(response);
    if (match.kind === "unknown") {
      return refuse(response, match.interfaceName, new AppError("not_found"));
    }
    if (match.kind === "wrong_method") {
      response.setHeader("Allow", [...match.allowed, "OPTIONS"].join(", "));
      return refuse(response, match.interfaceName, new AppError("method_not_allowed"));
    }
    if (match.kind === "operation") {
      const { operation } = match;
      const length = Number(request.headers["content-length"] ?? 0);
      if (length > operation.bodyBytesMax) {
        // The body is not read, so the connection cannot be used for another request.
        response.setHeader("Connection", "close");
        const text = `The request body is over ${operation.bodyBytesMax} bytes`;
        return refuse(response, operation.interface, new AppError("payload_too_large", text));
      }
    }
    next(request, response);
  };
}

function identify(request: IncomingMessage, trustedHops: number): string {
  const forwarded = request.headers["x-forwarded-for"];
  const joined = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  return clientAddress(request.socket.remoteAddress ?? "unknown", joined, trustedHops);
}

function preflight(response: ServerResponse): void {
  response.writeHead(204, {
    ...CORS_HEADERS,
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, Idempotency-Key",
    "Access-Control-Max-Age": "86400",
  });
  response.end();
}

function refuse(response: ServerResponse, interfaceName: InterfaceName, error: AppError): void {
  response.writeHead(error.status, {
    ...CORS_HEADERS,
    "Content-Type": errorContentType(interfaceName),
    "Cache-Control": "no-store",
    ...(error.status === 503 ? { "Retry-After": "5" } : {}),
  });
  response.end(errorBody(interfaceName, error));
}
