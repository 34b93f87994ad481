import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import type { Exchange } from "./exchange";
import { THIS_MACHINE_HEADER } from "./limits/callers";
import { marksOf, withMarks } from "./response/reader-marks";
import type { SecurityHeaders } from "./response/security-headers";

/** Headers with which a client could impersonate another or reach Next's internals. */
const REMOVED_HEADERS = [
  THIS_MACHINE_HEADER,
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-nonce",
  "content-security-policy",
  "content-security-policy-report-only",
];

const CONSOLE_PATH = /^\/admin(?=$|[/?])/;

/** No page has this path, so Next answers it like any other unknown one. */
const UNKNOWN_PATH = "/_not-found";

/**
 * Passes a request for a page or a file to Next, with a nonce for its scripts. The page is rendered
 * with the separators of the caller's language.
 * @param options.hasConsole whether administrators are configured; otherwise the console's pages do
 * not exist
 */
export function createPages(options: {
  next: RequestListener;
  policyOf: SecurityHeaders["policy"];
  hasConsole: boolean;
}): (exchange: Exchange) => void {
  const { next, policyOf, hasConsole } = options;
  return ({ request, response, requestId, isThisMachine, headers }) => {
    if (!hasConsole && CONSOLE_PATH.test(request.url ?? "")) request.url = UNKNOWN_PATH;
    const nonce = randomBytes(16).toString("base64");
    const policy = policyOf(nonce);
    // Determined before the proxy headers are removed.
    const isLocal = isThisMachine();
    for (const header of REMOVED_HEADERS) delete request.headers[header];
    if (isLocal) request.headers[THIS_MACHINE_HEADER] = "yes";
    request.headers["x-request-id"] = requestId;
    request.headers["x-nonce"] = nonce;
    // Next reads the nonce for its own scripts from this header.
    request.headers["content-security-policy"] = policy;
    for (let i = 0; i < headers.length; i += 2) {
      response.setHeader(headers[i] ?? "", headers[i + 1] ?? "");
    }
    response.setHeader("Content-Security-Policy", policy);
    withMarks(marksOf(request.headers["accept-language"]), () => next(request, response));
  };
}
