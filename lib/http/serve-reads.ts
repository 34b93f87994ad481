import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceContext } from "../context";
import { errorFormOf } from "../operations/operation";
import { admitLocally } from "./admission";
import type { Caller } from "./callers";
import { createReadingFinder, type FoundReading } from "./find-reading";
import { withIgnored } from "./ignored-parameters";
import { type CacheOutcome, createMicroCache, type MicroCache } from "./micro-cache";
import { describeError } from "./render";
import type { Reading, RouteHandler } from "./route";
import { createStoredAnswer, type Representation, type StoredAnswer } from "./stored-answer";

/** A request on its way: what the front door knows of it. */
export type Visit = {
  requestId: string;
  caller: Caller;
  /** Names and values in turn; put on every answer. */
  headers: readonly string[];
};

export type ReadServer = {
  /** The read that an address asks for, or null. */
  find(url: string): FoundReading | null;
  /**
   * Answers it.
   * @param onOutcome told, before anything is sent, how the answer came about; null where the cache
   * has no part in it
   */
  serve(
    found: FoundReading,
    visit: Visit,
    request: IncomingMessage,
    response: ServerResponse,
    onOutcome: (outcome: CacheOutcome | null) => void,
  ): Promise<void>;
  cache: Pick<MicroCache<StoredAnswer>, "invalidate" | "size">;
};

/** RFC 9211: how the answer came about. */
const CACHE_STATUS = {
  hit: "slipway; hit",
  stale: "slipway; hit; detail=stale",
  miss: "slipway; fwd=miss",
  shared: "slipway; fwd=miss; collapsed",
} as const satisfies Record<CacheOutcome, string>;

/**
 * Answers interface A's reads in this process, in front of Next: counted for each caller, computed
 * once for all, in the encoding that each can read.
 * @param options.routes the very handlers that Next would call
 */
export function createReadServer(options: {
  ctx: Pick<ServiceContext, "env" | "log" | "limiter">;
  routes: readonly RouteHandler[];
  bytesMax: number;
}): ReadServer {
  const { ctx, routes, bytesMax } = options;
  const find = createReadingFinder(routes);
  const cache = createMicroCache<StoredAnswer>({ bytesMax, now: () => performance.now() });

  async function compute(reading: Reading, requestId: string) {
    const stored = createStoredAnswer(await reading.produce(requestId));
    const { status } = stored.answer;
    const fate = status === 200 ? "store" : status >= 500 ? "pass" : "forget";
    return { value: stored, bytes: stored.bytes, fate } as const;
  }

  function look(found: FoundReading, visit: Visit) {
    const { reading, key } = found;
    if (reading === null) {
      const refused = createStoredAnswer(describeError(errorFormOf(found.operation), found.error));
      return { value: refused, ageSeconds: 0, outcome: null };
    }
    if (key === null || bytesMax === 0) {
      return compute(reading, visit.requestId).then(({ value }) => ({
        value,
        ageSeconds: 0,
        outcome: null,
      }));
    }
    return cache.read(key, () => compute(reading, visit.requestId));
  }

  return {
    find,
    cache,
    async serve(found, visit, request, response, onOutcome) {
      const { limit } = found.operation;
      const admission = limit && admitLocally(ctx, limit.policy, visit.caller);
      const headers = [...visit.headers, ...Object.entries(admission?.headers ?? {}).flat()];
      if (admission?.error) {
        const refused = createStoredAnswer(
          describeError(errorFormOf(found.operation), admission.error),
        );
        onOutcome(null);
        await send(refused, headers, request, response);
        return;
      }
      // Awaiting what is there already would cost a turn of the loop for every hit.
      const looked = look(found, visit);
      const { value, ageSeconds, outcome } = looked instanceof Promise ? await looked : looked;
      if (outcome !== null && value.answer.status === 200) {
        headers.push("Age", String(ageSeconds), "Cache-Status", CACHE_STATUS[outcome]);
      }
      onOutcome(outcome);
      const ignored = found.reading?.ignored ?? [];
      const own =
        ignored.length === 0 ? value : createStoredAnswer(withIgnored(value.answer, ignored));
      await send(own, headers, request, response);
    },
  };
}

function send(
  stored: StoredAnswer,
  headers: string[],
  request: IncomingMessage,
  response: ServerResponse,
): void | Promise<void> {
  const chosen = stored.represent(request.headers);
  if (chosen instanceof Promise)
    return chosen.then((made) => write(made, headers, request, response));
  write(chosen, headers, request, response);
}

function write(
  { status, headers: own, body }: Representation,
  headers: string[],
  { method }: IncomingMessage,
  response: ServerResponse,
): void {
  if (response.destroyed) return;
  headers.push(...own);
  response.writeHead(status, headers);
  response.end(method === "HEAD" ? undefined : (body ?? undefined));
}
