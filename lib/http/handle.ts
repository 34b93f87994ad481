import type { ServiceContext } from "@/lib/context";
import { duringRequest } from "@/lib/support/calls/dependency";
import type { ActionEndpoint } from "./bind";
import type { ResponseCache } from "./cache/response-cache";
import type { Outer } from "./dispatch";
import type { EventStreams } from "./event-streams";
import type { Exchange, Stage, StageOutcome } from "./exchange";
import { createCallerLimits, findExcess } from "./limits/caller-limits";
import { bodyBytes } from "./limits/limit-body";
import { limitStall } from "./limits/limit-stall";
import type { PlainCall, PlainEndpoint } from "./plain-endpoint";
import type { CacheableResponse } from "./response/render";
import { send, sendCacheable, sendRepresentation } from "./response/send";
import type { Match } from "./router";
import { toWebRequest } from "./web-request";

type EndpointMatch = Extract<Match, { kind: "endpoint" }>;

/**
 * The stage that responds: reads from the cache, actions and plain endpoints through their
 * handlers, streams through the stream server, everything else through Next.
 */
export function createHandle(options: {
  ctx: ServiceContext;
  cache: ResponseCache;
  streams: EventStreams;
  pages: (exchange: Exchange) => void;
  dispatch: (outer: Outer) => typeof fetch;
}): Stage {
  const { ctx, cache, streams, pages, dispatch } = options;

  function limitsOf(exchange: Exchange) {
    return createCallerLimits(ctx, exchange.caller, (headers) => {
      exchange.rateLimit = headers;
    });
  }

  async function act(
    exchange: Exchange,
    endpoint: ActionEndpoint,
    { params, search }: EndpointMatch,
  ): Promise<StageOutcome> {
    const { request, requestId, caller } = exchange;
    const { limit, charge, retryAfterSeconds } = limitsOf(exchange);
    const addHeader = (name: string, value: string) => void exchange.headers.push(name, value);
    const call = { ctx, request, requestId, caller, params, search, limit, charge, addHeader };
    const answer = await endpoint.run(call);
    await sendCacheable(exchange, retriedAfter(answer, retryAfterSeconds()));
    return "responded";
  }

  async function answerPlain(
    exchange: Exchange,
    endpoint: PlainEndpoint,
    { params }: EndpointMatch,
  ): Promise<StageOutcome> {
    const { caller, isThisMachine, requestId, url } = exchange;
    const { headers } = exchange.request;
    const { limit, isUsedUp, giveBack } = limitsOf(exchange);
    const call = {
      ctx,
      request: { ...toWebRequest(exchange.request), url: url ?? "/" },
      params,
      caller,
      isThisMachine: isThisMachine(),
      requestId,
      limit,
      isUsedUp,
      giveBack,
      dispatch: dispatch({
        request: exchange.request,
        response: exchange.response,
        bytes: bodyBytes(exchange.request, endpoint.body?.bytesMax ?? 0),
      }),
      count(policy) {
        const excess = findExcess(ctx, policy, exchange);
        if (excess !== null) throw excess;
      },
    } satisfies PlainCall;
    const reply = await (endpoint.isBackground
      ? endpoint.answer(call)
      : duringRequest(ctx.env.DEPENDENCY_TIMEOUT_MS, async () => endpoint.answer(call)));
    if ("etag" in reply) await sendCacheable(exchange, reply);
    else if ("represent" in reply) await sendRepresentation(exchange, reply.represent(headers));
    else await send(exchange, reply);
    return "responded";
  }

  return (exchange) => {
    const { match } = exchange;
    if (match.kind === "read") return cache.answer(exchange, match);
    if (match.kind !== "endpoint") {
      // In development the first request of a page waits for its compilation, which may take longer.
      if (ctx.env.NODE_ENV !== "development") limitStall(exchange.response);
      duringRequest(ctx.env.DEPENDENCY_TIMEOUT_MS, () => pages(exchange));
      return "responded";
    }
    const { endpoint } = match;
    if (endpoint.kind === "action") return act(exchange, endpoint, match);
    if (endpoint.kind === "plain") return answerPlain(exchange, endpoint, match);
    const serving = duringRequest(ctx.env.DEPENDENCY_TIMEOUT_MS, () =>
      streams.serve(exchange, match),
    );
    return serving.then(() => "responded");
  };
}

/** `Retry-After` of a failure that has used up a limit: earlier, the retry would get 429. */
function retriedAfter(answer: CacheableResponse, seconds: number): CacheableResponse {
  const { "Retry-After": given } = answer.headers;
  if (given === undefined || Number(given) >= seconds) return answer;
  return { ...answer, headers: { ...answer.headers, "Retry-After": String(seconds) } };
}
