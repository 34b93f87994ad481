import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceContext } from "../context";
import type { Caller } from "./callers";
import { isInNetworks } from "./client-address";

export const METRICS_PATH = "/metrics";

/** What a proxy adds; a request with any of these did not begin on this machine. */
const FORWARDED = ["x-forwarded-for", "x-real-ip", "forwarded", "via", "cf-connecting-ip"];
const LOOPBACK = ["127.0.0.0/8", "::1/128"];

/**
 * Whether the metrics may be shown: to whoever has the token, and to this very machine unless a
 * proxy on it asks for somebody else.
 */
export function isOperator(
  request: IncomingMessage,
  caller: Caller,
  token: string | undefined,
): boolean {
  const [scheme, given = ""] = (request.headers.authorization ?? "").split(" ");
  if (token !== undefined && scheme?.toLowerCase() === "bearer") return isSame(given, token);
  const isForwarded = FORWARDED.some((name) => request.headers[name] !== undefined);
  return !isForwarded && isInNetworks(caller.address, LOOPBACK);
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
