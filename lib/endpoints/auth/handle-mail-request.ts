import type { ServiceContext } from "@/lib/context";
import type { CookieSecret } from "@/lib/drivers/sessions/create-sessions";
import { startEmailSignIn } from "@/lib/features/users/start-email-sign-in";
import type { CallerLimits } from "@/lib/http/limits/caller-limits";
import { IDENTITY_RULES } from "@/lib/schemas/identity";
import { AppError } from "@/lib/shared/errors";
import { normalizeIdentity } from "@/lib/shared/identity";
import { toPagePath } from "@/lib/shared/text/page-path";
import { PAGE } from "./create-auth-options";
import { cookieNames, readKnownBrowser, setCookie } from "./own-cookies";

/**
 * `POST /api/auth/signin/email`: sends a code and a link. Returns where to redirect, as next-auth
 * does for other sign-in methods: `mail=sent`, `mail=waiting` when the address has just received
 * emails, or `error=EmailSignin` for an address that is invalid or that the mail server refuses.
 * @param input.isOwn whether the form has this browser's CSRF token; other forms are not counted
 * @throws AppError not_found when email is not configured, rate_limited, dependency_unavailable
 */
export async function handleMailRequest(
  ctx: Pick<ServiceContext, "accounts" | "clock" | "emailAttempts" | "ids" | "log" | "mailer">,
  input: {
    origin: string;
    cookies: Readonly<Record<string, string>>;
    body: Readonly<Record<string, string>>;
    isOwn: boolean;
    keys: CookieSecret;
  } & Pick<CallerLimits, "limit" | "giveBack">,
): Promise<Response> {
  const { origin, cookies, body, isOwn, keys, limit, giveBack } = input;
  if (ctx.mailer === null) throw new AppError("not_found");
  if (!isOwn) return lead(`${origin}/api/auth/signin?csrf=true`);
  const parsed = IDENTITY_RULES.email.safeParse(body.email);
  if (!parsed.success) return lead(`${origin}${PAGE}?error=EmailSignin`);
  const email = normalizeIdentity("email", parsed.data).id;
  const names = cookieNames(keys);
  const knownBrowser = readKnownBrowser(keys, cookies[names.known], email);
  const returnTo = toPagePath(body.callbackUrl ?? PAGE, origin) ?? PAGE;
  const started = await startEmailSignIn({
    ctx,
    input: { email, knownBrowser, origin, returnTo, limit, giveBack },
  });
  if (started === "refused") return lead(`${origin}${PAGE}?error=EmailSignin`);
  if (started === null) return lead(`${origin}${PAGE}?mail=waiting`);
  const response = lead(`${origin}${PAGE}?mail=sent`);
  response.headers.append("Set-Cookie", setCookie(keys, names.attempt, started.secret));
  return response;
}

/** Names the next page, in the form of next-auth. */
export function lead(url: string): Response {
  return Response.json({ url }, { headers: { "Cache-Control": "no-store" } });
}
