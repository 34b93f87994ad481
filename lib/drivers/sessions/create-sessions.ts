import { decode } from "next-auth/jwt";
import { z } from "zod";
import type { OpenSession } from "@/lib/features/users/rules/account";

/** What our session cookies hold beside what next-auth writes. */
const sessionToken = z.object({ sub: z.string().min(1), sid: z.string().min(1) });

/** Open sessions. They are shared by all web servers. */
export type SessionStore = {
  /** @param session.id nobody can guess it */
  open(session: { id: string; accountId: string }): Promise<void>;
  /** Null when it has ended or expired. */
  find(id: string): Promise<OpenSession | null>;
  end(id: string): Promise<void>;
  /** Ends every session of an account. @returns how many were open */
  endAll(accountId: string): Promise<number>;
};

export type Sessions = Omit<SessionStore, "find"> & {
  /** Encrypts the cookies. */
  secret: string;
  /** Name of the session cookie; `Secure` and bound to the host on https. */
  cookieName: string;
  isSecure: boolean;
  /** The open session that a `Cookie` header names; null when there is none. */
  read(cookieHeader: string | null): Promise<OpenSession | null>;
};

/**
 * Sessions: an encrypted cookie names a row, and the row decides. A stolen cookie is worth nothing
 * once its owner has signed out.
 */
export function createSessions(options: {
  secret: string;
  isSecure: boolean;
  store: SessionStore;
}): Sessions {
  const { secret, isSecure, store } = options;
  const cookieName = isSecure ? "__Host-slipway.session" : "slipway.session";
  return {
    secret,
    isSecure,
    cookieName,
    open: store.open,
    end: store.end,
    endAll: store.endAll,
    async read(cookieHeader) {
      const token = findCookie(cookieHeader ?? "", cookieName);
      if (token === null) return null;
      const payload = await decode({ token, secret }).catch(() => null);
      const parsed = sessionToken.safeParse(payload);
      if (!parsed.success) return null;
      const session = await store.find(parsed.data.sid);
      return session?.accountId === parsed.data.sub ? session : null;
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
