import { decode } from "next-auth/jwt";
import { z } from "zod";
import type { OpenSession, SessionIdentity } from "@/lib/features/users/rules/account";

/** The fields of our session cookies in addition to those of next-auth. */
const sessionToken = z.object({ sub: z.string().min(1), sid: z.string().min(1) });

/** Open sessions, shared by all web servers. */
export type SessionStore = {
  /**
   * @param session.id must be unguessable
   * @param session.identity the identity that was proven
   * @returns false when the account no longer has the identity
   */
  open(session: { id: string; accountId: string; identity: SessionIdentity }): Promise<boolean>;
  /** Null when the session has ended or expired, or when the account no longer has its identity. */
  find(id: string): Promise<OpenSession | null>;
  end(id: string): Promise<void>;
  /** Ends every session of an account. @returns how many were open */
  endAll(accountId: string): Promise<number>;
};

export type Sessions = Omit<SessionStore, "find"> & {
  /**
   * Opens the secret that encrypts the cookies.
   * @throws when the secret is in a database that is down
   */
  unlock(): Promise<CookieSecret>;
  /** Name of the session cookie; `__Host-` and `Secure` on https. */
  cookieName: string;
  isSecure: boolean;
  /** The open session of a `Cookie` header, or null. */
  read(cookieHeader: string | null): Promise<OpenSession | null>;
};

export type CookieSecret = { secret: string; isSecure: boolean };

/**
 * Sessions: an encrypted cookie refers to a row, and the row decides. A stolen cookie is useless
 * once its owner has signed out.
 */
export function createSessions(options: {
  openSecret: () => Promise<string>;
  isSecure: boolean;
  store: SessionStore;
}): Sessions {
  const { openSecret, isSecure, store } = options;
  const cookieName = isSecure ? "__Host-slipway.session" : "slipway.session";
  return {
    unlock: async () => ({ secret: await openSecret(), isSecure }),
    isSecure,
    cookieName,
    open: store.open,
    end: store.end,
    endAll: store.endAll,
    async read(cookieHeader) {
      const token = findCookie(cookieHeader ?? "", cookieName);
      if (token === null) return null;
      const secret = await openSecret();
      const payload = await decode({ token, secret }).catch(() => null);
      const parsed = sessionToken.safeParse(payload);
      if (!parsed.success) return null;
      const session = await store.find(parsed.data.sid);
      return session?.accountId === parsed.data.sub ? session : null;
    },
  };
}

/** The value of a cookie; null when there is none or when there are two different ones. */
export function findCookie(header: string, name: string): string | null {
  const values = header
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return new Set(values).size === 1 ? (values[0] ?? null) : null;
}
