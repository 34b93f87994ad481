import { decode } from "next-auth/jwt";
import { z } from "zod";
import type { Session } from "../domain/account";

/** What our session cookies hold beside what next-auth writes. */
export const sessionToken = z.object({ sub: z.string().min(1), authenticatedAt: z.number() });

export type Sessions = {
  /** Encrypts the cookies. */
  secret: string;
  /** Name of the session cookie; `Secure` and bound to the host on https. */
  cookieName: string;
  isSecure: boolean;
  /** Who sends this `Cookie` header; null when nobody is signed in, or no longer. */
  read(cookieHeader: string | null): Promise<Session | null>;
};

/** Sessions as encrypted cookies, written at sign-in. */
export function createSessions(options: { secret: string; isSecure: boolean }): Sessions {
  const { secret, isSecure } = options;
  const cookieName = isSecure ? "__Host-slipway.session" : "slipway.session";
  return {
    secret,
    isSecure,
    cookieName,
    async read(cookieHeader) {
      const token = findCookie(cookieHeader ?? "", cookieName);
      if (token === null) return null;
      const payload = await decode({ token, secret }).catch(() => null);
      const parsed = sessionToken.safeParse(payload);
      if (!parsed.success) return null;
      const { sub, authenticatedAt } = parsed.data;
      return { accountId: sub, authenticatedAt: new Date(authenticatedAt) };
    },
  };
}

/** The value of a cookie; null when there is none, and when there are two that differ. */
export function findCookie(header: string, name: string): string | null {
  const values = header
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return new Set(values).size === 1 ? (values[0] ?? null) : null;
}
