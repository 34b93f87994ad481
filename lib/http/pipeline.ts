import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { ServiceContext } from "@/lib/context";
import type { Env } from "@/lib/env";
import type { Lifecycle } from "@/lib/features/system/lifecycle";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { AppError, type ErrorCode, toAppError } from "@/lib/shared/errors";
import type { ResponseCache } from "./cache/response-cache";
import { createHostCheck } from "./check-host";
import { createDispatch } from "./dispatch";
import type { EventStreams } from "./event-streams";
import type { Exchange, Stage, StageOutcome } from "./exchange";
import { createHandle } from "./handle";
import { createIdentify } from "./identify";
import { inTurn } from "./in-turn";
import { createReceiveBody } from "./input/receive-body";
import { createCallers } from "./limits/callers";
import { isLoopbackHost } from "./limits/client-address";
import { createLimit } from "./limits/limit";
import { limitPage, type WorkLimit } from "./limits/limit-work";
import { COST_MS, createMayDrain, createPace } from "./limits/pace";
import { createRegionCheck, regionPage } from "./limits/refuse-regions";
import { createWorkShare, type WorkShare } from "./limits/share-work";
import { createSlowDown } from "./limits/slow-down";
import { createMatch } from "./match";
import { createPages } from "./pages";
import { LIVENESS, SERVED_WHILE_STOPPING } from "./probes";
import { type SecurityHeaders, securityHeaders } from "./response/security-headers";
import { refuse, send } from "./response/send";
import { createRouter, type Endpoint } from "./router";

/** Of an entry of `X-Forwarded-For` in the log. */
const UNREADABLE_LENGTH_MAX = 100;

/**
 * The request pipeline, in development and in production: request id and caller → slow down → host
 * → drain → region → match → limit → pace → start → body → cache, handle and render. Every stage responds, throws an
 * AppError, or continues to the next one.
 * @param options.next responds with pages and files
 * @param options.isDraining whether the server is stopping: new requests get 503, but `/livez` and `/healthz` 200
 */
export function createPipeline(options: {
  ctx: ServiceContext;
  endpoints: readonly Endpoint[];
  cache: ResponseCache;
  streams: EventStreams;
  work: WorkLimit;
  next: RequestListener;
  isDraining: () => boolean;
  /** Called when a request arrives and when its exchange has ended. */
  inFlight?: { begin(): void; end(): void };
}): RequestListener {
  const { ctx, endpoints, cache, streams, work, next, isDraining, inFlight } = options;
  const { env, log, metrics } = ctx;
  const security = securityOf(env);
  const callers = createCallers({
    trustedHops: env.TRUSTED_PROXY_HOPS,
    exempt: env.RATE_LIMIT_EXEMPT,
    exemptNow: () => ctx.settings.current().exemptions,
    isPublic: !isLoopbackHost(new URL(env.publicUrl).host),
    // Without it, all visitors of a site would share one limit and nobody would notice.
    onUnreadable: (entry) =>
      log.error(
        { entry: entry.slice(0, UNREADABLE_LENGTH_MAX) },
        "the proxy's X-Forwarded-For entry is no address: all its visitors share one rate limit; check TRUSTED_PROXY_HOPS",
      ),
  });
  const checkHost = createHostCheck({
    // The job engine and probes of this machine use the last two.
    urls: [env.publicUrl, env.inngestServeOrigin, env.ownUrl],
    allowedHosts: env.ALLOWED_HOSTS,
  });
  const slowDown = createSlowDown({ now: () => performance.now() });
  const identify = createIdentify({
    env,
    log,
    metrics,
    callers,
    checkHost,
    headers: security.headers,
    onEnd(exchange) {
      slowDown.leave(exchange);
      inFlight?.end();
    },
  });
  const pages = createPages({ next, policyOf: security.policy, hasConsole: env.hasConsole });
  const share = createWorkShare({ now: () => performance.now() });
  const mayDrain = createMayDrain(share);
  const stages: readonly Stage[] = [
    slowDownUnlessLiveness(slowDown.enter),
    requireHost,
    createDrain(ctx.lifecycle, isDraining),
    createRegionCheck({
      header: env.REGION_HEADER ?? null,
      regions: env.REFUSED_REGIONS ?? [],
      endpoints,
    }),
    createMatch(createRouter(endpoints), mayDrain),
    createLimit(ctx, work),
    paceLiveness(share, createPace(ctx, share, cache)),
    createStart(work),
    createReceiveBody(mayDrain),
    createHandle({ ctx, cache, streams, pages, dispatch: createDispatch(start) }),
  ];

  function fail(exchange: Exchange, thrown: unknown): void {
    const { requestId, label } = exchange;
    const error = toAppError(thrown);
    // Errors without a cause are expected rejections, not failures.
    const isFailure = error.status >= 500 && error.cause !== undefined;
    if (isFailure && !hasDisconnected(thrown))
      log.error({ err: thrown, requestId, label }, "request failed");
    if (isForBrowser(exchange, error)) sendErrorPage(exchange, error);
    else refuse(exchange, error);
  }

  /** Runs the stages from an index. A cached response is sent synchronously, without a promise. */
  function run(exchange: Exchange, from: number): void {
    try {
      for (let i = from; i < stages.length; i += 1) {
        const outcome = stages[i]?.(exchange);
        if (outcome instanceof Promise) {
          continueAfter(exchange, outcome, i + 1);
          return;
        }
        if (outcome === "responded") return;
      }
    } catch (thrown) {
      fail(exchange, thrown);
    }
  }

  function continueAfter(exchange: Exchange, outcome: Promise<StageOutcome>, next: number): void {
    outcome
      .then((made) => {
        // Slots of further stages are freed when the response closes, which does not happen again.
        if (made === "next" && !exchange.response.destroyed) run(exchange, next);
      })
      .catch((thrown: unknown) => fail(exchange, thrown));
  }

  function start(request: IncomingMessage, response: ServerResponse, receivedBytes = 0): void {
    inFlight?.begin();
    run(identify(request, response, receivedBytes), 0);
  }

  return inTurn((request, response) => start(request, response));
}

/** Whether the caller disconnected before it had the whole response. */
function hasDisconnected(thrown: unknown): boolean {
  return (
    thrown instanceof Error && "code" in thrown && thrown.code === "ERR_STREAM_PREMATURE_CLOSE"
  );
}

function requireHost({ url, headers }: Exchange): "next" {
  if (url !== null) return "next";
  headers.push("Connection", "close");
  throw new AppError("misdirected_request");
}

/** Delays callers, except for liveness: a supervisor may share its address with a busy caller. */
function slowDownUnlessLiveness(enter: Stage): Stage {
  return (exchange) => (exchange.path === LIVENESS ? "next" : enter(exchange));
}

/** Liveness never waits for its turn: beyond the caller's share, its handler queries nothing. */
function paceLiveness(share: Pick<WorkShare, "spare">, pace: Stage): Stage {
  return (exchange) => {
    const { path, caller } = exchange;
    if (path !== LIVENESS) return pace(exchange);
    exchange.isBeyondShare = !caller.isExempt && !share.spare(caller.buckets, COST_MS.read);
    return "next";
  };
}

function createDrain(lifecycle: Lifecycle, isDraining: () => boolean): Stage {
  return ({ headers, path }) => {
    // A proxy must not keep connections to a process that is about to end.
    if (lifecycle.phase === "stopping" || isDraining()) headers.push("Connection", "close");
    if (!isDraining() || SERVED_WHILE_STOPPING.has(path)) return "next";
    throw new AppError("shutting_down", undefined, { retryAfterSeconds: 5 });
  };
}

/** The stage that takes a slot. After `pace`: a request that waits for its turn must hold none. */
function createStart(work: WorkLimit): Stage {
  return (exchange) => {
    const excess = work.start(exchange);
    if (excess !== null) throw excess;
    return "next";
  };
}

/** Errors of the pipeline that a user may see; Next responds to the others of pages. */
const PAGE_ERRORS: ReadonlySet<string> = new Set([
  "rate_limited",
  "dependency_unavailable",
  "region_refused",
] satisfies ErrorCode[]);

/** Whether the error is shown in a browser. */
function isForBrowser({ request, match }: Exchange, { code }: AppError): boolean {
  return (
    PAGE_ERRORS.has(code) &&
    match.kind === "page" &&
    request.headers.accept?.includes("text/html") === true
  );
}

function sendErrorPage(exchange: Exchange, error: AppError): void {
  const isRefused = error.code === "region_refused";
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    ...(isRefused ? {} : { "Retry-After": String(error.retryAfterSeconds ?? 1) }),
  };
  const body = Buffer.from(isRefused ? regionPage() : limitPage(error));
  send(exchange, { status: error.status, headers: Object.entries(headers).flat(), body });
}

function securityOf(env: Env): SecurityHeaders {
  // External wallets are for real chains: when all chains are sandboxes, pages offer none.
  const hasOwnWallets = CHAIN_SLUGS.some(
    (slug) => env.rpcUrls(slug) !== null && !env.isSandbox(slug),
  );
  return securityHeaders({
    isHttps: env.isHttps,
    isDevelopment: env.NODE_ENV === "development",
    hasCloudflareVideos: env.CLOUDFLARE_ACCOUNT_ID !== undefined,
    hasOwnWallets,
    hasWalletConnect: hasOwnWallets && env.WALLETCONNECT_PROJECT_ID !== undefined,
  });
}
