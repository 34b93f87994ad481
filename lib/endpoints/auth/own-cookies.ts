import { createHmac, timingSafeEqual } from "node:crypto";
import type { CookieSecret } from "@/lib/drivers/sessions/create-sessions";
import { EMAIL_ATTEMPT_MS } from "@/lib/features/users/rules/account";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The cookies of email sign-ins, in addition to next-auth's. */
export function cookieNames({ isSecure }: Pick<CookieSecret, "isSecure">) {
  const prefix = isSecure ? "__Host-" : "";
  return {
    /** The secret of the browser that requested an email. */
    attempt: `${prefix}slipway.mail`,
    /** Marks a browser that has signed in with an address before. */
    known: `${prefix}slipway.known`,
  };
}

/**
 * A `Set-Cookie` value. The `attempt` cookie expires with the attempt, the `known` cookie after a
 * year.
 */
export function setCookie(keys: CookieSecret, name: string, value: string): string {
  const isAttempt = name === cookieNames(keys).attempt;
  const maxAge = isAttempt ? EMAIL_ATTEMPT_MS / 1000 : YEAR_SECONDS;
  return cookie(keys, `${name}=${value}`, maxAge);
}

export function dropCookie(keys: CookieSecret, name: string): string {
  return cookie(keys, `${name}=`, 0);
}

function cookie({ isSecure }: CookieSecret, pair: string, maxAgeSeconds: number): string {
  const flags = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return `${pair}; Max-Age=${maxAgeSeconds}; ${flags}`;
}

/** The value of the `known` cookie; it does not reveal the address. */
export function signBrowser(keys: CookieSecret, id: string, email: string): string {
  return `${id}.${macOf(keys, id, email)}`;
}

/** The id of a browser that has signed in with this address before, or null. */
export function readKnownBrowser(
  keys: CookieSecret,
  value: string | undefined,
  email: string,
): string | null {
  const [id = "", mac = ""] = value?.split(".") ?? [];
  const expected = Buffer.from(macOf(keys, id, email));
  const given = Buffer.from(mac);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

function macOf({ secret }: CookieSecret, id: string, email: string): string {
  return createHmac("sha256", `known browser ${secret}`)
    .update(`${id} ${email}`)
    .digest("base64url");
}
