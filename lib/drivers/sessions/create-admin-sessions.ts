import { createHmac, timingSafeEqual } from "node:crypto";
import type { Executor } from "../db/create-database";
import { findCookie } from "./create-sessions";

export type AdminSession = { id: string; address: `0x${string}`; expiresAt: Date };

/** Open sessions of the operator's console, shared by all web servers. */
export type AdminSessionStore = {
  /**
   * @param session.id must be unguessable
   * @param tx a database transaction that the session belongs to
   */
  open(session: AdminSession, tx: Executor): Promise<void>;
  /** Null when the session has ended or expired. */
  find(id: string): Promise<AdminSession | null>;
  end(id: string): Promise<void>;
};

export type AdminSessions = {
  /** The open session of a `Cookie` header, or null. It has no role: that is read from the environment. */
  read(cookieHeader: string | null): Promise<AdminSession | null>;
  /** Opens a session in a database transaction. @returns the `Set-Cookie` value */
  open(session: AdminSession, tx: Executor): Promise<string>;
  /** @returns the `Set-Cookie` value that removes the cookie */
  end(id: string): Promise<string>;
};

/**
 * Sessions of the console: a signed cookie refers to a row, and the row decides. Separate from the
 * sessions of users, so that neither is accepted for the other.
 */
export function createAdminSessions(options: {
  openSecret: () => Promise<string>;
  isSecure: boolean;
  store: AdminSessionStore;
  now: () => Date;
}): AdminSessions {
  const { openSecret, isSecure, store, now } = options;
  const name = isSecure ? "__Host-slipway.admin" : "slipway.admin";

  /** The HMAC of a session's id; a copy of the database is not enough to create it. */
  async function macOf(id: string): Promise<string> {
    return createHmac("sha256", await openSecret())
      .update(`admin session ${id}`)
      .digest("base64url");
  }

  function cookie(value: string, seconds: number): string {
    const flags = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
    return `${name}=${value}; ${flags}${isSecure ? "; Secure" : ""}`;
  }

  return {
    async read(cookieHeader) {
      const [id, mac, ...rest] = findCookie(cookieHeader ?? "", name)?.split(".") ?? [];
      if (id === undefined || mac === undefined || rest.length > 0) return null;
      const [given, expected] = [Buffer.from(mac), Buffer.from(await macOf(id))];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return store.find(id);
    },
    async open(session, tx) {
      await store.open(session, tx);
      const seconds = Math.floor((session.expiresAt.getTime() - now().getTime()) / 1000);
      return cookie(`${session.id}.${await macOf(session.id)}`, seconds);
    },
    async end(id) {
      await store.end(id);
      return cookie("", 0);
    },
  };
}
