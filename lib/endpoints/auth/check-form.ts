import { createHash, timingSafeEqual } from "node:crypto";
import type { CookieSecret } from "@/lib/drivers/sessions/create-sessions";

/**
 * Whether a form contains the CSRF token of the browser that sends it. next-auth checks this too,
 * but only after steps that must not run, or be counted, for other forms.
 * @param cookies the cookies of the request
 */
export function isOwnForm(
  cookies: Readonly<Record<string, string>>,
  form: Readonly<Record<string, string>> | undefined,
  { isSecure, secret }: CookieSecret,
): boolean {
  // The cookie name of next-auth.
  const cookie = cookies[`${isSecure ? "__Host-" : ""}next-auth.csrf-token`];
  const [token, hash] = cookie?.split("|") ?? [];
  if (token === undefined || hash === undefined || form?.csrfToken !== token) return false;
  const expected = createHash("sha256").update(`${token}${secret}`).digest();
  const given = Buffer.from(hash, "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
