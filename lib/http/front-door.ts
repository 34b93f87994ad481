import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { CHAIN_SLUGS } from "../domain/chains";
import { AppError } from "../domain/errors";
import type { Env } from "../env";
import type { Log } from "../log";
import type { Metrics } from "../metrics/create-metrics";
import { type ErrorForm, errorFormOf } from "../operations/operation";
import { createBodyPlaces, cutAfterAnswer } from "./body-places";
import {
  CALLER_HEADER,
  type Caller,
  createCallers,
  THIS_MACHINE_HEADER,
  writeCaller,
} from "./callers";
import { createTargetCheck } from "./check-target";
import { isLoopbackHost } from "./client-address";
import type { EventStreams } from "./event-streams";
import { afterDraining, limitSending } from "./limit-body";
import { limitPage, type WorkLimit } from "./limit-work";
import { type Match, matchOperation } from "./match-operation";
import type { CacheOutcome } from "./micro-cache";
import { CORS_HEADERS, describeError } from "./render";
import { securityHeaders } from "./security-headers";
import type { ContentServer } from "./serve-content";
import { isOperator, METRICS_PATH, sendMetrics } from "./serve-metrics";
import type { ReadServer } from "./serve-reads";
import { createSlowDown } from "./slow-down";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** What a client could send to pose as somebody else or to reach the framework's inside. */
const STRIPPED_HEADERS = [
  CALLER_HEADER,
  THIS_MACHINE_HEADER,
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-nonce",
  "content-security-policy",
  "content-security-policy-report-only",
];

/** Of what is no page: should somebody show it as one, it may load nothing and be framed nowhere. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * The first thing that a request meets, before Next: it gets an id, its caller's true address and,
 * when it asks for a page, its nonce; reads of interface A, unknown API paths, wrong methods,
 * preflights and bodies over the limit are answered here.
 * @param options.reads answers reads of interface A; null leaves them to Next
 * @param options.streams answers requests for event streams
 * @param options.contents answer requests for content that never changes
 * @param options.work limits what is rendered for a caller
 * @param options.isDraining asked for each request; while true, new ones get 503
 */
export function createFrontDoor(options: {
  env: Env;
  log: Log;
  metrics: Metrics;
  next: Handler;
  reads: ReadServer | null;
  streams: EventStreams;
  contents: readonly ContentServer[];
  work: WorkLimit;
  isDraining: () => boolean;
}): Handler {
  const { env, log, metrics, next, reads, streams, contents, work, isDraining } = options;
  const isDebugged = env.LOG_LEVEL === "debug" || env.LOG_LEVEL === "trace";
  const isHttps = env.publicUrl.startsWith("https:");
  const callers = createCallers({
    trustedHops: env.TRUSTED_PROXY_HOPS,
    exempt: env.RATE_LIMIT_EXEMPT,
    isPublic: !isLoopbackHost(new URL(env.publicUrl).host),
  });
  const checkTarget = createTargetCheck({
    publicUrl: env.publicUrl,
    allowedHosts: env.ALLOWED_HOSTS,
  });
  // Wallets are for real chains; where all are sandboxes nobody is offered one.
  const hasOwnWallets = CHAIN_SLUGS.some(
    (slug) => env.rpcUrls(slug) !== null && !env.isSandbox(slug),
  );
  const security = securityHeaders({
    isHttps,
    isDevelopment: env.NODE_ENV === "development",
    hasCloudflareVideos: env.CLOUDFLARE_ACCOUNT_ID !== undefined,
    hasOwnWallets,
    hasWalletConnect: hasOwnWallets && env.WALLETCONNECT_PROJECT_ID !== undefined,
  });
  const bodies = createBodyPlaces();
  const dataHeaders = [...security.headers, "Content-Security-Policy", DATA_POLICY];

  const slowDown = createSlowDown({ now: () => performance.now() });

  return (request, response) => {
    const caller = callers.identify(request);
    slowDown.run(
      caller,
      response,
      () => handle(request, response, caller),
      (error) => refuse(response, "launch", error),
    );
  };

  function handle(request: IncomingMessage, response: ServerResponse, caller: Caller) {
    const startedAt = performance.now();
    const requestId = randomUUID();
    const target = checkTarget({ url: request.url, host: request.headers.host });
    // From here on nothing sees the absolute form: a redirect would repeat the host in it.
    request.url = target ?? "/";
    const { method = "GET", url } = request;
    cutAfterAnswer(request, response);
    let operation = "page";
    let isHeld = false;
    response.once("close", () => {
      const tookMs = performance.now() - startedAt;
      const { statusCode: status } = response;
      metrics.request({ operation, method, status, seconds: tookMs / 1_000 });
      // Held answers and refusals come by the thousand a second: counted, logged only when asked for.
      const isQuiet = isHeld || status === 429;
      if (isQuiet && !isDebugged) return;
      const [path] = url.split("?");
      const milliseconds = Math.round(tookMs);
      const line = { requestId, method, path, status, milliseconds, caller: caller.address };
      if (isQuiet) log.debug(line, "request");
      else log.info(line, "request");
    });

    if (target === null) {
      response.setHeader("Connection", "close");
      return refuse(response, "launch", new AppError("misdirected_request"));
    }
    if (url === "*") {
      // RFC 9110: asks for the options of the server as a whole.
      if (method === "OPTIONS")
        response.writeHead(204, { Allow: "GET, HEAD, POST, OPTIONS" }).end();
      else refuse(response, "launch", new AppError("not_found"));
      return;
    }
    if (!isDraining() && (method === "GET" || method === "HEAD")) {
      const headers = [...dataHeaders, "X-Request-Id", requestId];
      const visit = { requestId, caller, headers };
      const found = reads?.find(url);
      if (reads && found) {
        operation = found.operation.id;
        // Before it is sent: the answer's end comes ahead of whatever is promised for later.
        const onOutcome = (outcome: CacheOutcome | null) => {
          if (outcome !== null) metrics.cache(outcome);
          isHeld = outcome === "hit" || outcome === "stale";
        };
        const onFailure = (err: unknown) => {
          log.error({ err, requestId, operation }, "a read failed");
          refuse(response, errorFormOf(found.operation), new AppError("internal_error"));
        };
        reads.serve(found, visit, request, response, onOutcome).catch(onFailure);
        return;
      }
      if (streams.serve(visit, request, response)) {
        operation = "streamMarket";
        return;
      }
      if (url === METRICS_PATH) {
        operation = "metrics";
        if (isOperator(request, callers.isThisMachine(request), env.METRICS_TOKEN)) {
          sendMetrics({ metrics }, headers, response).catch((err: unknown) => {
            log.error({ err, requestId }, "the metrics failed");
            refuse(response, "launch", new AppError("internal_error"));
          });
        } else {
          const text =
            "Metrics are for the operator. Send METRICS_TOKEN as a bearer token, or ask from this " +
            "machine while no proxy is configured.";
          refuse(response, "launch", new AppError("forbidden", text));
        }
        return;
      }
      if (contents.some((one) => one.serve(visit, request, response))) {
        operation = "content";
        return;
      }
    }

    const nonce = randomBytes(16).toString("base64");
    const policy = security.policy(nonce);
    // Asked before the headers that a proxy adds are removed.
    const isThisMachine = callers.isThisMachine(request);
    for (const header of STRIPPED_HEADERS) delete request.headers[header];
    if (isThisMachine) request.headers[THIS_MACHINE_HEADER] = "yes";
    request.headers[CALLER_HEADER] = writeCaller(caller);
    request.headers["x-request-id"] = requestId;
    request.headers["x-nonce"] = nonce;
    // Next puts the nonce that it finds here on its own scripts.
    request.headers["content-security-policy"] = policy;
    for (let i = 0; i < security.headers.length; i += 2) {
      response.setHeader(security.headers[i] ?? "", security.headers[i + 1] ?? "");
    }
    response.setHeader("Content-Security-Policy", policy);
    response.setHeader("X-Request-Id", requestId);
    const [path = "/"] = url.split("?");
    const match = matchOperation(method, path);
    if (match.kind === "operation") operation = match.operation.id;
    if (isDraining()) {
      response.setHeader("Connection", "close");
      const error = new AppError("shutting_down", undefined, { retryAfterSeconds: 5 });
      return refuse(response, match.form, error);
    }
    if (!isPercentEncoded(path)) {
      const text = "The address is not valid percent-encoding";
      return refuse(response, match.form, new AppError("invalid_parameters", text));
    }
    const takesForm = match.kind === "operation" && match.operation.form !== undefined;
    const bytesMax = match.kind === "operation" ? match.operation.bodyBytesMax : 1;
    const full = bodies.enter(request, response, { caller, isForm: takesForm, bytesMax });
    if (full !== null) {
      response.setHeader("Connection", "close");
      return refuse(response, match.form, full);
    }
    if (isAnsweredHere(match, request, response)) return;
    const excess = work.enter({ match, path, caller, response });
    if (excess !== null) {
      if (match.kind === "none" && request.headers.accept?.includes("text/html")) {
        response.writeHead(excess.status, {
          "Content-Type": "text/html; charset=utf-8",
          "Cache-Control": "no-store",
          "Retry-After": String(excess.retryAfterSeconds ?? 1),
        });
        response.end(method === "HEAD" ? undefined : limitPage(excess));
        return;
      }
      return refuse(response, match.form, excess);
    }
    if (isUnreadable(path, request)) {
      response.setHeader("Allow", "GET, HEAD");
      return refuse(response, match.form, new AppError("method_not_allowed"));
    }
    if (!takesForm) limitSending(request, response);
    next(request, response);
  }
}

/** Whether a path can be decoded; Next makes a failure of its own of those that cannot. */
function isPercentEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Pages take no body; what does and is no operation has its own limits behind these paths. */
function isUnreadable(path: string, { method = "GET" }: IncomingMessage): boolean {
  const isRead = ["GET", "HEAD", "OPTIONS"].includes(method);
  return !isRead && !/^\/(api|v1|udf|rpc|webhooks|sandbox)(\/|$)/.test(path);
}

/** Answers what no operation takes. @returns whether it did */
function isAnsweredHere(match: Match, request: IncomingMessage, response: ServerResponse): boolean {
  if (match.kind === "none") return false;
  if (request.method === "OPTIONS") {
    preflight(response, match.form);
    return true;
  }
  if (match.kind === "unknown") {
    refuse(response, match.form, new AppError("not_found"));
    return true;
  }
  if (match.kind === "wrong_method") {
    response.setHeader("Allow", [...match.allowed, "OPTIONS"].join(", "));
    refuse(response, match.form, new AppError("method_not_allowed"));
    return true;
  }
  const { operation } = match;
  const length = Number(request.headers["content-length"] ?? 0);
  if (length <= operation.bodyBytesMax) return false;
  response.setHeader("Connection", "close");
  const text = `The request body is over ${operation.bodyBytesMax} bytes`;
  const error = new AppError("payload_too_large", text);
  afterDraining(request, () => refuse(response, match.form, error));
  return true;
}

function preflight(response: ServerResponse, form: ErrorForm): void {
  if (form === "account") {
    // Without a permission in it, which no other origin gets.
    response.writeHead(204).end();
    return;
  }
  response.writeHead(204, {
    ...CORS_HEADERS,
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, Idempotency-Key",
    "Access-Control-Max-Age": "86400",
  });
  response.end();
}

function refuse(response: ServerResponse, form: ErrorForm, error: AppError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, headers, body } = describeError(form, error);
  response.writeHead(status, headers);
  response.end(body);
}
