import type { ServiceContext } from "@/lib/context";
import { LIMITS } from "@/lib/operations/limits";
import type { Operation } from "@/lib/operations/operation";
import type { Exchange, Stage, StageOutcome } from "../exchange";
import { operationOf } from "../router";
import { createCallerLimits, limitLocally } from "./caller-limits";
import type { WorkLimit } from "./limit-work";

const MEGABYTE = 1024 * 1024;

/** The stage that counts a request, before its body is read and before it costs anything. */
export function createLimit(
  ctx: Pick<ServiceContext, "env" | "log" | "limiter" | "settings">,
  work: WorkLimit,
): Stage {
  function count(exchange: Exchange, operation: Operation): StageOutcome | Promise<StageOutcome> {
    const { caller } = exchange;
    const { limit, bytesLimit } = operation;
    if (bytesLimit !== undefined) {
      const { error } = limitLocally(ctx, bytesLimit, caller, megabytesOf(exchange, operation));
      if (error !== null) throw error;
    }
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

  return (exchange) => {
    const excess = work.enter(exchange);
    if (excess !== null) throw excess;
    const operation = operationOf(exchange.match);
    return operation === null ? "next" : count(exchange, operation);
  };
}

/** Assumes the maximum for a body without a length. */
function megabytesOf({ request }: Exchange, { bodyBytesMax }: Operation): number {
  const bytes = Number(request.headers["content-length"] ?? bodyBytesMax);
  return Math.max(1, Math.ceil(bytes / MEGABYTE));
}
