import type { IncomingMessage, ServerResponse } from "node:http";
import type { Metrics } from "@/lib/drivers/metrics/create-metrics";
import type { Env } from "@/lib/env";
import type { Log } from "@/lib/log";
import { INTENDED } from "@/lib/shared/error-outcomes";
import type { HostCheck } from "./check-host";
import type { Exchange } from "./exchange";
import type { Callers } from "./limits/callers";
import { PROBES } from "./probes";
import { createRequestIds } from "./request-ids";
import { formOfPath } from "./router";

const NOT_COUNTED: readonly string[] = [];
/**
 * Listeners of a response's end: our limits add up to six, and Next up to seven or a streamed file
 * six. Node warns of a leak above ten.
 */
const LISTENERS_MAX = 20;

/**
 * Starts an exchange: assigns a request id, identifies the caller, and logs one line at its end.
 */
export function createIdentify(options: {
  env: Pick<Env, "LOG_LEVEL">;
  log: Log;
  metrics: Metrics;
  callers: Callers;
  checkHost: HostCheck;
  /** Alternates names and values. Sent with every response. */
  headers: readonly string[];
  /** Called when an exchange has ended: the response was sent or the caller disconnected. */
  onEnd: (exchange: Exchange) => void;
}): (request: IncomingMessage, response: ServerResponse, receivedBytes?: number) => Exchange {
  const { env, log, metrics, callers, checkHost, headers, onEnd } = options;
  const nextRequestId = createRequestIds();
  const isDebugged = env.LOG_LEVEL === "debug" || env.LOG_LEVEL === "trace";

  function record(exchange: Exchange, startedAt: number): void {
    const { request, response, requestId, caller, path, label, error } = exchange;
    const { method = "GET" } = request;
    const { statusCode: status } = response;
    const tookMs = performance.now() - startedAt;
    const isIntended = error !== null && INTENDED.has(error);
    metrics.request({ operation: label, method, status, isIntended, seconds: tookMs / 1_000 });
    onEnd(exchange);
    // Not logged: cached responses and rate-limit errors arrive by the thousand a second, and probes
    // would fill the log of an idle server.
    const isQuiet = exchange.isCached || status === 429 || PROBES.has(path);
    if (isQuiet && !isDebugged) return;
    const milliseconds = Math.round(tookMs);
    const line = { requestId, method, path, status, milliseconds, caller: caller.address };
    if (isQuiet) log.debug(line, "request");
    else log.info(line, "request");
  }

  return (request, response, receivedBytes = 0) => {
    const startedAt = performance.now();
    const requestId = nextRequestId();
    const url = checkHost({ url: request.url, host: request.headers.host });
    const path = pathOf(url ?? "/");
    // Only path and query are passed on: a redirect would repeat the host of the absolute form.
    request.url = url ?? "/";
    const exchange: Exchange = {
      request,
      response,
      requestId,
      caller: callers.identify(request),
      isThisMachine: () => callers.isThisMachine(request),
      receivedBytes,
      url,
      path,
      headers: [...headers, "X-Request-Id", requestId],
      isPrivate: false,
      isBeyondShare: false,
      rateLimit: NOT_COUNTED,
      match: { kind: "page", form: formOfPath(path) },
      label: "page",
      isCached: false,
      error: null,
    };
    response.setMaxListeners(LISTENERS_MAX);
    // A response closes once; `once` would allocate an additional function per request.
    response.on("close", () => record(exchange, startedAt));
    return exchange;
  };
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}
