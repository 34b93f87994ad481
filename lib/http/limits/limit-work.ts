import type { ServerResponse } from "node:http";
import type { ServiceContext } from "@/lib/context";
import { LIMITS, type LimitPolicyName } from "@/lib/operations/limits";
import { AppError } from "@/lib/shared/errors";
import type { Exchange } from "../exchange";
import { bodyRuleOf, type Match, operationOf } from "../router";
import { type BodySlots, createBodySlots, type SlotHolder } from "./body-slots";
import { findExcess } from "./caller-limits";
import { createSlots, type Slots } from "./slots";

/** Pages rendered at a time, in total and per caller. Documents, which are larger and cost less, have as many slots of their own. */
const PAGES_AT_ONCE = { total: 64, perCaller: 12 };
/** Whether a path is a file that Next sends. It needs no rendering, but Next routes it like a page. */
export const isFile = (path: string) => /^\/_next\/static\/|^\/favicon\.ico$/.test(path);

/** Limits requests before they cost anything. Both return the error to return, or null. */
export type WorkLimit = {
  /** Counts a request, and bounds how many of its caller run or wait for their turn. */
  enter(exchange: LimitedExchange): AppError | null;
  /**
   * Takes a slot for a request that starts now. Not earlier: requests that wait for their caller's share
   * would occupy the slots of all others.
   */
  start(exchange: LimitedExchange): AppError | null;
};
type LimitedExchange = Pick<Exchange, "match" | "path" | "rateLimit"> & SlotHolder;

/** Slots for the requests of a kind: those that run or wait, and those that run. Freed when the response has ended. */
type KindSlots = { entered: Slots; started: BodySlots };
function createKindSlots(atOnce: { total: number; perCaller: number }): KindSlots {
  const { perCaller } = atOnce;
  return {
    entered: createSlots({ total: Number.POSITIVE_INFINITY, perCaller }),
    started: createBodySlots(atOnce),
  };
}

/** Limits pages and bodies per caller and minute, and how many are processed at once. */
export function createWorkLimit(
  ctx: Pick<ServiceContext, "env" | "log" | "limiter" | "settings">,
): WorkLimit {
  const pages = createKindSlots(PAGES_AT_ONCE);
  const documents = createKindSlots(PAGES_AT_ONCE);
  const operations = new Map<string, KindSlots>();

  /** The policy that counts a request before it is read. */
  function policyOf(match: Match, path: string): LimitPolicyName | null {
    if (isPage(match, path)) return "page";
    // `next dev` sends all code of a page as uncached files, so a few reloads would use up the limit.
    if (match.kind === "page") return ctx.env.NODE_ENV === "development" ? null : "file";
    if (match.kind === "endpoint" && match.endpoint.kind === "plain" && match.endpoint.isSigned) {
      return null;
    }
    const operation = operationOf(match);
    if (operation === null) return bodyRuleOf(match) === null ? null : "request";
    if (operation.method === "GET") return null;
    const own = operation.limit?.policy;
    return own !== undefined && !LIMITS[own].exact ? null : "request";
  }

  function slotsOf(match: Match, path: string): KindSlots | null {
    if (isPage(match, path)) return match.kind === "page" ? pages : documents;
    const operation = operationOf(match);
    if (operation?.atOnce === undefined) return null;
    const { id, atOnce } = operation;
    const known = operations.get(id) ?? createKindSlots(atOnce);
    operations.set(id, known);
    return known;
  }

  return {
    enter(exchange) {
      const { match, path, response, caller } = exchange;
      const policy = policyOf(match, path);
      const excess = policy === null ? null : findExcess(ctx, policy, exchange);
      if (excess !== null) return excess;
      const entered = slotsOf(match, path)?.entered;
      return entered === undefined
        ? null
        : hold(response, entered.take(caller.isExempt ? null : caller.buckets));
    },
    start(exchange) {
      const started = slotsOf(exchange.match, exchange.path)?.started;
      return started === undefined ? null : hold(exchange.response, started.take(exchange));
    },
  };
}

/** Frees a slot when the response has ended. @returns the error when there is none */
function hold(response: ServerResponse, taken: ReturnType<Slots["take"]>): AppError | null {
  if (typeof taken === "function") {
    response.once("close", taken);
    return null;
  }
  const code = taken === "full" ? "dependency_unavailable" : "rate_limited";
  const text = "Too many concurrent requests. Wait for responses before you send more.";
  return new AppError(code, text, { retryAfterSeconds: 1 });
}

/** Whether a request counts as a page: pages, and documents that are rendered like them. */
function isPage(match: Match, path: string): boolean {
  if (match.kind === "endpoint" && match.endpoint.kind === "plain") return match.endpoint.isCounted;
  return match.kind === "page" && !isFile(path);
}

/** The error page of a rate limit. It needs no script and no file. */
export function limitPage({ retryAfterSeconds = 1 }: AppError): string {
  const wait = `${retryAfterSeconds} ${retryAfterSeconds === 1 ? "second" : "seconds"}`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Too many requests</title><h1>Too many requests</h1><p>Your network has opened many pages in a short time. Reload this page in ${wait}.</p></html>`;
}
