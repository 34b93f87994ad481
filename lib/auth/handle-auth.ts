import { z } from "zod";
import type { ServiceContext } from "../context";
import { AppError, toAppError } from "../domain/errors";
import { letAuthTrustOrigin } from "../env";
import { createAdmission } from "../http/admission";
import { readCaller } from "../http/callers";
import { readBody } from "../http/read-json";
import { describeError, toResponse } from "../http/render";
import { isOwnForm } from "./check-form";
import { createAuthOptions, PAGE } from "./create-auth-options";
import { originOf } from "./origin-of";
import { runNextAuth } from "./run-next-auth";

const BODY_BYTES_MAX = 64 * 1024;
const form = z.record(z.string(), z.string());

/**
 * Everything under `/api/auth`: sign-in, its callbacks, sign-out and the session, by next-auth.
 * Sign-ins are limited by caller, mails by address as well.
 * @param segments the path behind `/api/auth`
 */
export async function handleAuth(
  ctx: ServiceContext,
  request: Request,
  segments: readonly string[],
): Promise<Response> {
  const admission = createAdmission(ctx, readCaller(request.headers));
  try {
    letAuthTrustOrigin();
    const body = request.method === "POST" ? await readForm(request) : undefined;
    const [action, provider] = segments;
    if (action === "callback" || (action === "signin" && request.method === "POST")) {
      await admission.admit("signIn");
    }
    if (action === "signin" && provider === "email" && body?.email !== undefined) {
      await admission.admit("mail");
      await admission.admit("mail", `to:${body.email.trim().toLowerCase().slice(0, 254)}`);
    }
    const { url, headers, method } = request;
    const origin = originOf(ctx.env, headers.get("host"));
    const query = Object.fromEntries(new URL(url).searchParams);
    if (action === "callback" && provider === "twitter" && query.error !== undefined) {
      return refusedByX(origin, query.error);
    }
    const cookieHeader = headers.get("cookie");
    const current = await ctx.sessions.read(cookieHeader);
    const cookies = readCookies(cookieHeader);
    // next-auth takes every cookie that it can decrypt; only a session that is open may reach it.
    if (current === null) delete cookies[ctx.sessions.cookieName];
    if (action === "signout" && current !== null && isOwnForm(cookies, body, ctx.sessions)) {
      await ctx.sessions.end(current.id);
    }
    const response = await runNextAuth(createAuthOptions({ ctx, origin, current }), origin, {
      method,
      headers: Object.fromEntries(headers),
      cookies,
      query: { ...query, nextauth: [...segments] },
      body,
    });
    // A late answer must not replace the cookie of a sign-in that has happened meanwhile.
    return action === "session" ? withoutCookies(response) : response;
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500) ctx.log.error({ err: thrown, segments }, "a sign-in request failed");
    return toResponse(describeError("account", error), request, admission.headers());
  }
}

function withoutCookies(response: Response): Response {
  response.headers.delete("Set-Cookie");
  return response;
}

/** next-auth calls each of these "Callback", which says neither who refused nor what to do. */
function refusedByX(origin: string, error: string): Response {
  const code = error === "access_denied" ? "AccessDenied" : "OAuthCallback";
  const headers = { Location: `${origin}${PAGE}?error=${code}`, "Cache-Control": "no-store" };
  return new Response(null, { status: 302, headers });
}

/** A form, as browsers or `fetch` send it. */
async function readForm(request: Request): Promise<Record<string, string>> {
  const text = new TextDecoder().decode(await readBody(request, BODY_BYTES_MAX));
  if (text === "") return {};
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") {
    return Object.fromEntries(new URLSearchParams(text));
  }
  if (type !== "application/json") throw new AppError("unsupported_media_type");
  try {
    return form.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError("invalid_body", "The body must be an object of texts", { cause });
  }
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
    // Not one of ours, then.
    return value;
  }
}
