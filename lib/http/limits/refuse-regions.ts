import { AppError } from "@/lib/shared/errors";
import type { Exchange, Stage } from "../exchange";
import { createRouter, type Endpoint } from "../router";

/**
 * Paths that callers of refused regions may read: the operator's texts, and the files of those
 * pages.
 */
const OPEN_PATHS = /^\/(legal\/[a-z]+$|_next\/static\/[\w-]+[\w/~-]*\.\w+$)/;
/** Requested by load balancers and the operator, not by callers. */
const OWN_PATHS = /^\/(livez|readyz|healthz|metrics)$/;

/**
 * The stage that rejects callers by the country that the operator's CDN reports. Responses to the
 * others are marked private. Signed calls of other services are never rejected.
 * @param options.header lower case; null = no region is refused
 * @param options.regions ISO 3166-1 alpha-2, upper case
 * @param options.endpoints all, of which those for signed calls are exempt
 */
export function createRegionCheck(options: {
  header: string | null;
  regions: readonly string[];
  endpoints: readonly Endpoint[];
}): Stage {
  const { header } = options;
  const refused = new Set(options.regions);
  if (header === null || refused.size === 0) return () => "next";
  const matchSigned = createRouter(options.endpoints.filter(isSigned));
  return (exchange) => {
    if (OPEN_PATHS.test(exchange.path) || OWN_PATHS.test(exchange.path)) return "next";
    exchange.isPrivate = true;
    const region = regionOf(exchange, header);
    if (!refused.has(region)) return "next";
    const { method = "GET" } = exchange.request;
    if (matchSigned(method, exchange.path).kind === "endpoint") return "next";
    throw new AppError(
      "region_refused",
      `This service is not available in your region (${region})`,
    );
  };
}

function isSigned(endpoint: Endpoint): boolean {
  return endpoint.kind === "plain" && endpoint.isSigned === true;
}

/** For people in a browser. */
export function regionPage(): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not available in your region</title><h1>Not available in your region</h1><p>The operator of this site does not serve the region that you connect from.</p></html>`;
}

/** Empty when the header is missing; the last value when proxies appended theirs. */
function regionOf({ request }: Exchange, header: string): string {
  const value = request.headers[header];
  const text = typeof value === "string" ? value : (value?.at(-1) ?? "");
  return text
    .slice(text.lastIndexOf(",") + 1)
    .trim()
    .toUpperCase();
}
