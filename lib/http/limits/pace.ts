import type { ServiceContext } from "@/lib/context";
import type { Operation } from "@/lib/operations/operation";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import type { ResponseCache } from "../cache/response-cache";
import type { Exchange, Stage } from "../exchange";
import { bodyBytes, DRAIN_BYTES_MAX } from "./limit-body";
import { isFile } from "./limit-work";
import type { Work, WorkShare } from "./share-work";

const MEGABYTE = 1024 * 1024;
/**
 * Event-loop time per request, rounded up, as measured by `bench/one-caller.ts`, which does not measure
 * `signedMegabyte`.
 */
export const COST_MS = {
  page: 20,
  document: 2,
  file: 1,
  read: 1,
  heavyRead: 4,
  stream: 4,
  /** Stored events are read and formatted: up to 2,000. */
  resumedStream: 100,
  action: 2,
  launch: 20,
  /** Per megabyte of body: reading, parsing and decoding it … */
  megabyte: 8,
  /** … parsing and sorting it to compare its signature … */
  signedMegabyte: 40,
  /** … or only draining it after a rejection. */
  drainedMegabyte: 1,
};
/** Concurrent requests per caller and line, so that other callers find short queues. */
const LINES = {
  page: { name: "page", atOnce: 2 },
  read: { name: "read", atOnce: 4 },
  heavyRead: { name: "heavyRead", atOnce: 2 },
  costlyRead: { name: "costlyRead", atOnce: 4 },
  /** Files of the build, which are on this disk. Content may wait for an IPFS gateway. */
  file: { name: "file", atOnce: 16 },
  content: { name: "content", atOnce: 16 },
  call: { name: "call", atOnce: 2 },
  launch: { name: "launch", atOnce: 2 },
};

/** The stage that gives every caller a fair share of server time, by the cost of its requests. */
export function createPace(
  ctx: Pick<ServiceContext, "env"> & { metrics: Pick<ServiceContext["metrics"], "paced"> },
  share: Pick<WorkShare, "enter">,
  cache: Pick<ResponseCache, "isFresh">,
): Stage {
  return (exchange) => {
    const { caller, response, label } = exchange;
    const work = caller.isExempt ? null : workOf(ctx, exchange, cache);
    if (work === null) return "next";
    const outcome = share.enter(work, caller.buckets, response);
    if (outcome instanceof Promise) ctx.metrics.paced(label);
    return outcome;
  };
}

/**
 * Decides whether the rest of a rejected body is read, so that its sender receives the response.
 */
export function createMayDrain(share: WorkShare): (exchange: Exchange) => boolean {
  return ({ caller, request }) => {
    if (caller.isExempt) return true;
    const bytes = Math.min(bodyBytes(request, DRAIN_BYTES_MAX), DRAIN_BYTES_MAX);
    // A small body ends before the response would arrive.
    if (bytes <= MEGABYTE) return true;
    return share.spare(caller.buckets, (bytes / MEGABYTE) * COST_MS.drainedMegabyte);
  };
}

/**
 * Null for cached responses, except large ones and costly ones that have to be computed, and for
 * services that authenticate.
 */
function workOf(
  ctx: Pick<ServiceContext, "env">,
  exchange: Exchange,
  cached: Pick<ResponseCache, "isFresh">,
): Work | null {
  const { match, path } = exchange;
  if (match.kind === "page") {
    if (isFile(path)) return { milliseconds: COST_MS.file, line: LINES.file };
    return { milliseconds: COST_MS.page, line: LINES.page };
  }
  const read = { milliseconds: COST_MS.read, line: LINES.read };
  if (match.kind === "read") {
    const { operation } = match.endpoint;
    const { cache, isHeavy } = operation;
    if (isHeavy) return { milliseconds: COST_MS.heavyRead, line: LINES.heavyRead, isTimed: true };
    if (cache === null) return read;
    const isCostly = operation.isCostly?.(match.parsed().input.query) === true;
    if (!isCostly || cached.isFresh(match)) return null;
    return { milliseconds: COST_MS.heavyRead, line: LINES.costlyRead, isTimed: true };
  }
  if (match.kind !== "endpoint") return null;
  const { endpoint } = match;
  if (endpoint.kind === "stream") {
    return {
      milliseconds: isResumed(exchange.request, match.search)
        ? COST_MS.resumedStream
        : COST_MS.stream,
    };
  }
  if (endpoint.kind === "action") return workOfAction(ctx, exchange, endpoint.operation, match);
  if (endpoint.isContent === true) return { milliseconds: COST_MS.file, line: LINES.content };
  if (endpoint.body !== undefined) {
    if (endpoint.isKnown?.(exchange.caller) === true) return null;
    const { bytesMax: bodyBytesMax } = endpoint.body;
    const megabyteMs = endpoint.isSigned === true ? COST_MS.signedMegabyte : COST_MS.megabyte;
    const bodyMs = megabytesOf(exchange.request, { bodyBytesMax }) * megabyteMs;
    return { milliseconds: bodyMs + COST_MS.action };
  }
  return endpoint.isCounted ? { milliseconds: COST_MS.document, line: LINES.read } : null;
}

/** Whether a stream starts with the events since an earlier one. */
function isResumed({ headers }: Exchange["request"], search: URLSearchParams): boolean {
  return headers["last-event-id"] !== undefined || search.has("lastEventId");
}

function workOfAction(
  { env }: Pick<ServiceContext, "env">,
  { request }: Exchange,
  operation: Operation,
  { params }: { params: Readonly<Record<string, string>> },
): Work {
  const { simulation } = operation;
  const bodyMs = megabytesOf(request, operation) * COST_MS.megabyte;
  if (simulation === "launch") {
    return { milliseconds: bodyMs + COST_MS.launch, line: LINES.launch };
  }
  const milliseconds = bodyMs + COST_MS.action;
  // A sandbox's node runs on this machine, so its time counts. For other nodes we only wait.
  const isOwnNode = CHAIN_SLUGS.some((slug) => slug === params.chain && env.isSandbox(slug));
  const isTimed = simulation === "call" && isOwnNode;
  return isTimed ? { milliseconds, line: LINES.call, isTimed } : { milliseconds };
}

/**
 * Assumes the maximum for a body of unknown length. A longer one is refused before it is read, so it
 * must not use up the time of its network. A form is streamed to disk.
 */
function megabytesOf(
  request: Exchange["request"],
  { bodyBytesMax, form }: Pick<Operation, "bodyBytesMax" | "form">,
): number {
  if (form !== undefined) return 0;
  return Math.min(bodyBytes(request, bodyBytesMax), bodyBytesMax) / MEGABYTE;
}
