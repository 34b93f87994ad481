import { findUnsafeText } from "@/lib/http/input/find-unsafe-text";
import { AppError } from "@/lib/shared/errors";

/**
 * next-auth actions that are routed. `_log` is left out: anyone could write to the log with it.
 */
const ACTIONS = [
  "providers",
  "session",
  "csrf",
  "signin",
  "signout",
  "callback",
  "verify-request",
  "error",
];
const SEGMENTS_MAX = 2;

/**
 * Rejects input that makes next-auth return 500: unsafe text and a `callbackUrl` that is not a URL.
 * @throws AppError not_found, invalid_parameters, invalid_body
 */
export function checkAuthInput(input: {
  segments: readonly string[];
  query: Record<string, string>;
  body: Record<string, string> | undefined;
}): void {
  const { segments, query, body } = input;
  const [action = ""] = segments;
  if (!ACTIONS.includes(action) || segments.length > SEGMENTS_MAX) throw new AppError("not_found");
  refuse("invalid_parameters", findUnsafeText({ segments, query }, "address"));
  refuse("invalid_body", findUnsafeText(body, "body"));
  const message = "must be a path of this server or an http address";
  const detail = { path: "callbackUrl", message };
  if (!isCallbackUrl(query.callbackUrl)) refuse("invalid_parameters", detail);
  if (!isCallbackUrl(body?.callbackUrl)) refuse("invalid_body", detail);
}

/**
 * Removes a callback cookie that next-auth cannot parse, because it would lock the browser out.
 */
export function dropBrokenCallback(cookies: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(cookies).filter(
      ([name, value]) =>
        findUnsafeText(value, "address") === null &&
        (!name.endsWith("callback-url") || isCallbackUrl(value)),
    ),
  );
}

function isCallbackUrl(text: string | undefined): boolean {
  if (text === undefined || text === "") return true;
  const base = text.startsWith("/") ? "http://localhost" : undefined;
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol);
}

function refuse(
  code: "invalid_parameters" | "invalid_body",
  problem: { path: string; message: string } | null,
): void {
  if (problem === null) return;
  const { path, message } = problem;
  throw new AppError(code, path === "" ? message : `${path}: ${message}`, { details: [problem] });
}
