import { z } from "zod";
import type { CookieSecret } from "@/lib/drivers/sessions/create-sessions";
import { trustAuthHost } from "@/lib/env";
import { parseJson, readBody } from "@/lib/http/input/read-json";
import type { PlainCall } from "@/lib/http/plain-endpoint";
import type { WebRequest } from "@/lib/http/web-request";
import { AppError, type ErrorCode, toAppError } from "@/lib/shared/errors";
import { checkAuthInput, dropBrokenCallback } from "./check-auth-input";
import { isOwnForm } from "./check-form";
import { createAuthOptions, PAGE } from "./create-auth-options";
import type { SignInAttempt } from "./create-providers";
import { handleMailRequest, lead } from "./handle-mail-request";
import { originOf } from "./origin-of";
import { cookieNames, dropCookie, setCookie, signBrowser } from "./own-cookies";
import { runNextAuth } from "./run-next-auth";

export const AUTH_BYTES_MAX = 64 * 1024;
/** Sign-in forms have less than half as many. Each field is decoded and checked before the CSRF token. */
const FIELDS_MAX = 32;
const form = z.record(z.string(), z.string());

/**
 * Everything under `/api/auth`: next-auth handles sign-in, callbacks, sign-out and the session;
 * this module sends the emails with codes and links. Sign-ins are rate limited per caller. The limits
 * count only forms with this browser's CSRF token, and returns from X: pages of other sites can send
 * the rest, and could keep their visitors out.
 * @throws AppError as `checkAuthInput` and the sign-in limits do
 */
export async function handleAuth(call: PlainCall): Promise<Response> {
  const { ctx, request, params, limit, isUsedUp, giveBack } = call;
  trustAuthHost();
  const { headers, method } = request;
  // X's callback uses up the state of its sign-in, so HEAD must not be handled like GET.
  if (method === "HEAD") return new Response(null, { headers: { "Cache-Control": "no-store" } });
  const segments = (params.segments ?? "").split("/");
  const body = method === "POST" ? await readForm(request) : undefined;
  requireFewFields(request.url.split("&", FIELDS_MAX + 1), "invalid_parameters");
  const query = Object.fromEntries(new URL(request.url, ctx.env.publicUrl).searchParams);
  checkAuthInput({ segments, query, body });
  const [action, provider] = segments;
  const origin = originOf(ctx.env, headers.get("host"));
  const refused = refuse(origin, action, provider, method, query);
  if (refused !== null) return refused;
  const cookieHeader = headers.get("cookie");
  const cookies = dropBrokenCallback(readCookies(cookieHeader));
  const keys = await ctx.sessions.unlock();
  const isOwn = isOwnForm(cookies, body, keys);
  const isAttempt = action === "callback" || (action === "signin" && method === "POST");
  const isBegunHere = method === "POST" ? isOwn : isReturnFromX(cookies, headers, keys);
  try {
    if (isAttempt && isBegunHere) await limit("signIn");
  } catch (error) {
    return refuseAttempt(origin, method, error);
  }
  if (action === "signin" && provider === "email" && body !== undefined) {
    const input = { origin, cookies, body, isOwn, keys, limit, giveBack };
    return await handleMailRequest(ctx, input);
  }
  if (isAttempt && !isBegunHere) {
    if (method !== "POST") return redirectToSignIn(origin, "OAuthCallback");
    return lead(`${origin}/api/auth/signin?csrf=true`);
  }
  const current = await ctx.sessions.read(cookieHeader);
  // next-auth accepts every cookie that it can decrypt, so cookies of closed sessions are removed.
  if (current === null) delete cookies[ctx.sessions.cookieName];
  if (action === "signout" && current !== null && isOwn) await ctx.sessions.end(current.id);
  const names = cookieNames(keys);
  const attempt: SignInAttempt = {
    origin,
    mailSecret: cookies[names.attempt] ?? null,
    limit,
    isUsedUp,
    proven: null,
    failure: null,
  };
  const response = await runNextAuth(createAuthOptions({ ctx, keys, attempt, current }), origin, {
    method,
    headers: Object.fromEntries(headers),
    cookies,
    query: { ...query, nextauth: [...segments] },
    body,
  });
  if (attempt.failure !== null) return refuseAttempt(origin, method, attempt.failure);
  // A late response must not replace the cookie of a sign-in that has happened meanwhile.
  if (action === "session") response.headers.delete("Set-Cookie");
  if (attempt.proven?.type === "email") {
    rememberBrowser(keys, response.headers, ctx.ids.randomId(), attempt.proven.stableId);
  }
  return response;
}

/**
 * Whether X may have sent the browser here: it has begun a sign-in, and opens this as a page. Images and
 * frames of other sites do not.
 */
function isReturnFromX(
  cookies: Readonly<Record<string, string>>,
  headers: WebRequest["headers"],
  { isSecure }: CookieSecret,
): boolean {
  const destination = headers.get("sec-fetch-dest");
  // The cookie name of next-auth.
  const state = cookies[`${isSecure ? "__Secure-" : ""}next-auth.state`];
  return state !== undefined && (destination === null || destination === "document");
}

/** Marks the browser as known for a proven email address and ends its sign-in attempt. */
function rememberBrowser(keys: CookieSecret, headers: Headers, id: string, email: string): void {
  const names = cookieNames(keys);
  headers.append("Set-Cookie", dropCookie(keys, names.attempt));
  headers.append("Set-Cookie", setCookie(keys, names.known, signBrowser(keys, id, email)));
}

/**
 * Requests that next-auth does not handle: its own error page, and callbacks that prove nothing.
 */
function refuse(
  origin: string,
  action: string | undefined,
  provider: string | undefined,
  method: string,
  query: Record<string, string>,
): Response | null {
  if (action === "error") return redirectToSignIn(origin, query.error);
  if (action !== "callback" || method !== "GET") return null;
  if (provider !== "twitter") return redirectToSignIn(origin, "Verification");
  return query.error === undefined ? null : refusedByX(origin, query.error);
}

/** next-auth calls each of these "Callback", which does not explain the error or its fix. */
function refusedByX(origin: string, error: string): Response {
  return redirectToSignIn(origin, error === "access_denied" ? "AccessDenied" : "OAuthCallback");
}

/** The codes of `explain-sign-in-error.ts`. The account of a user who returns from X is refused only if it is full. */
const ATTEMPT_CODES: Partial<Record<ErrorCode, string>> = {
  rate_limited: "TooMany",
  forbidden: "Full",
};

/**
 * Explains a refused return from X on the sign-in page, because a browser shows the response as a page.
 * @throws the error for forms, whose page explains it, and if it has no explanation
 */
function refuseAttempt(origin: string, method: string, error: unknown): Response {
  const code = ATTEMPT_CODES[toAppError(error).code];
  if (method !== "GET" || code === undefined) throw error;
  return redirectToSignIn(origin, code);
}

/**
 * Redirects to the sign-in page with an error. Anyone can put a code into a URL, so it is
 * validated.
 */
function redirectToSignIn(origin: string, error: string | undefined): Response {
  const code = /^[A-Za-z]{1,40}$/.test(error ?? "") ? error : "Default";
  const headers = { Location: `${origin}${PAGE}?error=${code}`, "Cache-Control": "no-store" };
  return new Response(null, { status: 302, headers });
}

/**
 * A form, as browsers or `fetch` send it.
 * @throws AppError payload_too_large, request_timeout, unsupported_media_type, invalid_body
 */
async function readForm(request: WebRequest): Promise<Record<string, string>> {
  const bytes = await readBody(request, AUTH_BYTES_MAX);
  if (bytes.length === 0) return {};
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") {
    const text = new TextDecoder().decode(bytes);
    requireFewFields(text.split("&", FIELDS_MAX + 1));
    return Object.fromEntries(new URLSearchParams(text));
  }
  if (type !== "application/json") throw new AppError("unsupported_media_type");
  const value = parseJson(bytes);
  if (typeof value === "object" && value !== null) requireFewFields(Object.keys(value));
  const fields = form.safeParse(value);
  if (fields.success) return fields.data;
  throw new AppError("invalid_body", "The body must be an object of strings", {
    cause: fields.error,
  });
}

/** @throws AppError with the code */
function requireFewFields(
  { length }: readonly string[],
  code: "invalid_body" | "invalid_parameters" = "invalid_body",
): void {
  if (length <= FIELDS_MAX) return;
  throw new AppError(code, `A sign-in has at most ${FIELDS_MAX} fields`);
}

function readCookies(header: string | null): Record<string, string> {
  const pairs = (header ?? "").split(";").flatMap((part) => {
    const at = part.indexOf("=");
    return at < 0 ? [] : [[part.slice(0, at).trim(), decode(part.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Not a URL: use the account page.
    return value;
  }
}
