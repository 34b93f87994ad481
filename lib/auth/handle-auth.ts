import { z } from "zod";
import type { ServiceContext } from "../context";
import { AppError, toAppError } from "../domain/errors";
import { letAuthTrustOrigin } from "../env";
import { createAdmission } from "../http/admission";
import { readCaller } from "../http/callers";
import { readBody } from "../http/read-json";
import { describeError, toResponse } from "../http/render";
import { checkAuthInput, dropBrokenCallback } from "./check-auth-input";
import { createAuthOptions, PAGE } from "./create-auth-options";
import { originOf } from "./origin-of";
import { runNextAuth } from "./run-next-auth";

const BODY_BYTES_MAX = 64 * 1024;
/** Providers that take a signed message; next-auth answers a GET with 500. */
const SIGNED_BY = ["wallet", "farcaster"];
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
    const { url, headers, method } = request;
    const body = method === "POST" ? await readForm(request) : undefined;
    const query = Object.fromEntries(new URL(url).searchParams);
    checkAuthInput({ segments, query, body });
    const [action, provider] = segments;
    if (action === "callback" && method === "GET" && SIGNED_BY.includes(provider ?? "")) {
      throw new AppError("method_not_allowed");
    }
    if (action === "callback" || (action === "signin" && request.method === "POST")) {
      await admission.admit("signIn");
    }
    if (action === "signin" && provider === "email" && body?.email !== undefined) {
      await admission.admit("mail");
      await admission.admit("mail", `to:${body.email.trim().toLowerCase().slice(0, 254)}`);
    }
    const origin = originOf(ctx.env, headers.get("host"));
    if (action === "error") return toSignInPage(origin, query.error);
    if (action === "callback" && provider === "twitter" && query.error !== undefined) {
      return refusedByX(origin, query.error);
    }
    const cookieHeader = headers.get("cookie");
    const current = await ctx.sessions.read(cookieHeader);
    return await runNextAuth(createAuthOptions({ ctx, origin, current }), origin, {
      method,
      headers: Object.fromEntries(headers),
      cookies: dropBrokenCallback(readCookies(cookieHeader)),
      query: { ...query, nextauth: [...segments] },
      body,
    });
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500) ctx.log.error({ err: thrown, segments }, "a sign-in request failed");
    return toResponse(describeError("account", error), request, admission.headers());
  }
}

/** next-auth calls each of these "Callback", which says neither who refused nor what to do. */
function refusedByX(origin: string, error: string): Response {
  return toSignInPage(origin, error === "access_denied" ? "AccessDenied" : "OAuthCallback");
}

/** next-auth puts whatever it is given into the header. */
function toSignInPage(origin: string, error: string | undefined): Response {
  const code = /^[A-Za-z]{1,40}$/.test(error ?? "") ? error : "Default";
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
