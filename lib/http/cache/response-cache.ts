import type { ServiceContext } from "@/lib/context";
import type { ParsedRead, Reader } from "../bind";
import type { Exchange, StageOutcome } from "../exchange";
import { withIgnored } from "../input/ignored-parameters";
import { limitLocally } from "../limits/caller-limits";
import type { CacheableResponse } from "../response/render";
import { sendRepresentation } from "../response/send";
import type { Match } from "../router";
import { type CachedResponse, createCachedResponse } from "./cached-response";
import { type CacheKey, type CacheOutcome, createMicroCache, type MicroCache } from "./micro-cache";

type ReadMatch = Extract<Match, { kind: "read" }>;

export type ResponseCache = {
  /**
   * Responds to a read from memory, or computes the response once for concurrent requests. @throws
   * AppError invalid_parameters
   */
  answer(exchange: Exchange, match: ReadMatch): StageOutcome | Promise<StageOutcome>;
  /** The same response for this process. @throws AppError invalid_parameters */
  find(match: ReadMatch, requestId: string): Promise<CacheableResponse>;
  /** Whether `answer` computes nothing. @throws AppError invalid_parameters */
  isFresh(match: ReadMatch): boolean;
} & Pick<MicroCache<CachedResponse>, "invalidate" | "size">;

/** The cache decision as an RFC 9211 header. */
const CACHE_STATUS = {
  hit: "launchpad; hit",
  stale: "launchpad; hit; detail=stale",
  miss: "launchpad; fwd=miss",
  shared: "launchpad; fwd=miss; collapsed",
} as const satisfies Record<CacheOutcome, string>;

/** Caches rendered responses of reads, for all callers and in every encoding. */
export function createResponseCache(options: {
  ctx: ServiceContext;
  bytesMax: number;
}): ResponseCache {
  const { ctx, bytesMax } = options;
  const cache = createMicroCache<CachedResponse>({ bytesMax, now: () => performance.now() });
  const keys = new WeakMap<ReadMatch, CacheKey>();

  async function compute(read: ParsedRead, requestId: string, reader: Reader | null) {
    const value = createCachedResponse(await read.answer(ctx, requestId, reader));
    const { status } = value.answer;
    const decision = status === 200 ? "store" : status >= 500 ? "leave" : "remove";
    return { value, bytes: value.bytes, decision } as const;
  }

  function readerOf({ caller, isBeyondShare }: Exchange): Reader {
    const count: Reader["count"] = (policy) => limitLocally(ctx, policy, caller).error === null;
    return { key: caller.buckets.own, isBeyondShare, count };
  }

  function keyOf(match: ReadMatch, policy: CacheKey["policy"]): CacheKey {
    const known = keys.get(match);
    if (known !== undefined) return known;
    const { params, query } = match.parsed().input;
    const id = `${match.endpoint.operation.id} ${toText(params)} ${toText(query)}`;
    const key = { id, group: match.params.chain ?? "", policy };
    keys.set(match, key);
    return key;
  }

  function reply(
    exchange: Exchange,
    read: ParsedRead,
    found: { value: CachedResponse; ageSeconds: number; outcome: CacheOutcome | null },
  ): StageOutcome | Promise<StageOutcome> {
    const { value, ageSeconds, outcome } = found;
    if (outcome !== null) {
      if (value.answer.status === 200) {
        exchange.headers.push("Age", String(ageSeconds), "Cache-Status", CACHE_STATUS[outcome]);
      }
      ctx.metrics.cache(outcome);
      exchange.isCached = outcome === "hit" || outcome === "stale";
    }
    const own =
      read.ignored.length === 0
        ? value
        : createCachedResponse(withIgnored(value.answer, read.ignored));
    const sent = sendRepresentation(exchange, own.represent(exchange.request.headers));
    return sent instanceof Promise ? sent.then(() => "responded" as const) : "responded";
  }

  return {
    invalidate: cache.invalidate,
    size: cache.size,
    isFresh(match) {
      const { cache: policy } = match.endpoint.operation;
      return policy !== null && bytesMax > 0 && cache.isFresh(keyOf(match, policy));
    },
    async find(match, requestId) {
      const read = match.parsed();
      const { cache: policy } = match.endpoint.operation;
      const make = () => compute(read, requestId, null);
      const { value } =
        policy === null || bytesMax === 0
          ? await make()
          : await cache.read(keyOf(match, policy), make);
      return value.answer;
    },
    answer(exchange, match) {
      const read = match.parsed();
      const { cache: policy } = match.endpoint.operation;
      const make = () => compute(read, exchange.requestId, readerOf(exchange));
      if (policy === null || bytesMax === 0) {
        return make().then(({ value }) =>
          reply(exchange, read, { value, ageSeconds: 0, outcome: null }),
        );
      }
      // Not awaited when ready: that would cost every hit a microtask.
      const found = cache.read(keyOf(match, policy), make);
      return found instanceof Promise
        ? found.then((made) => reply(exchange, read, made))
        : reply(exchange, read, found);
    },
  };
}

/**
 * Equal for equal input: letter case, order, defaults and unknown parameters make no difference.
 */
function toText(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? `${one}n` : one));
}
