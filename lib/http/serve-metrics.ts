import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceContext } from "../context";

export const METRICS_PATH = "/metrics";

/**
 * Whether the metrics may be shown: to whoever has the token, and to this machine.
 * @param isThisMachine as `Callers` decides it
 */
export function isOperator(
  request: IncomingMessage,
  isThisMachine: boolean,
  token: string | undefined,
): boolean {
  const [scheme, given = ""] = (request.headers.authorization ?? "").split(" ");
  if (token !== undefined && scheme?.toLowerCase() === "bearer") return isSame(given, token);
  return isThisMachine;
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Answers with the metrics. */
export async function sendMetrics(
  ctx: Pick<ServiceContext, "metrics">,
  headers: readonly string[],
  response: ServerResponse,
): Promise<void> {
  const { text, contentType } = await ctx.metrics.render();
  const own = { "Content-Type": contentType, "Cache-Control": "no-store" };
  response.writeHead(200, [...headers, ...Object.entries(own).flat()]);
  response.end(response.req.method === "HEAD" ? undefined : text);
}
