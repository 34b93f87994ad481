import type { ServiceContext } from "@/lib/context";
import { LIMITS } from "@/lib/operations/limits";
import type { Operation } from "@/lib/operations/operation";
import type { Exchange, Stage, StageOutcome } from "../exchange";
import { bodyRuleOf, operationOf } from "../router";
import { createCallerLimits, findExcess, limitLocally } from "./caller-limits";
import { bodyBytes } from "./limit-body";
import type { WorkLimit } from "./limit-work";

const MEGABYTE = 1024 * 1024;

/** The stage that counts a request, before its body is read and before it costs anything. */
export function createLimit(
  ctx: Pick<ServiceContext, "env" | "log" | "limiter" | "settings">,
  work: WorkLimit,
): Stage {
  function count(exchange: Exchange, operation: Operation): StageOutcome | Promise<StageOutcome> {
    const { caller } = exchange;
    const { limit } = operation;
    if (limit?.when !== "first") return "next";
    if (LIMITS[limit.policy].exact) {
      const limits = createCallerLimits(ctx, caller, (headers) => {
        exchange.rateLimit = headers;
      });
      return limits.limit(limit.policy).then(() => "next");
    }
    const { headers, error } = limitLocally(ctx, limit.policy, caller);
    exchange.rateLimit = headers;
    if (error !== null) throw error;
    return "next";
  }

  /** Counts the megabytes of a body before it is read. */
  function countBytes(exchange: Exchange): void {
    const rule = bodyRuleOf(exchange.match);
    if (rule?.bytesLimit === undefined) return;
    const megabytes = megabytesOf(exchange, rule);
    if (megabytes <= 0) return;
    const excess = findExcess(ctx, rule.bytesLimit, exchange, megabytes);
    if (excess !== null) throw excess;
  }

  return (exchange) => {
    const excess = work.enter(exchange);
    if (excess !== null) throw excess;
    countBytes(exchange);
    const operation = operationOf(exchange.match);
    return operation === null ? "next" : count(exchange, operation);
  };
}

/**
 * Assumes the maximum for a body of unknown length, and for a longer one, which gets 413. Bytes that an
 * outer request has counted are not counted again; its own first megabyte counts as a request.
 */
function megabytesOf(
  { request, match, receivedBytes }: Exchange,
  { bytesMax }: { bytesMax: number },
): number {
  const bytes = Math.min(bodyBytes(request, bytesMax), bytesMax);
  const megabytes = Math.max(1, Math.ceil(bytes / MEGABYTE));
  const isPlain = match.kind === "endpoint" && match.endpoint.kind === "plain";
  const counted = isPlain ? 1 : Math.max(0, Math.ceil(receivedBytes / MEGABYTE) - 1);
  return megabytes - counted;
}
