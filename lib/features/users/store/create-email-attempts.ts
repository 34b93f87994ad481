import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Realm } from "@/lib/shared/realm";
import { CODE_GUESSES_MAX } from "../rules/account";
import { emailAttempts } from "./tables";

/**
 * Pending sign-ins by email in Postgres. Secrets are hashed by the caller. Each change is one
 * statement, so concurrent requests cannot use the same guess.
 */
export function createEmailAttempts(db: Database, now: () => Date, realm: Realm) {
  const isOpen = () => and(eq(emailAttempts.realm, realm), gt(emailAttempts.expiresAt, now()));
  return {
    /** @param attempt.id hash of the secret in the browser's cookie */
    async start(attempt: {
      id: string;
      email: string;
      codeHash: string;
      linkHash: string;
      expiresAt: Date;
    }): Promise<void> {
      await db.insert(emailAttempts).values({ ...attempt, realm });
    },
    /** Uses the link of an address once. False when it is unknown, used or expired. */
    async spendLink(linkHash: string, email: string): Promise<boolean> {
      const spent = await db
        .delete(emailAttempts)
        .where(and(eq(emailAttempts.linkHash, linkHash), eq(emailAttempts.email, email), isOpen()))
        .returning({ id: emailAttempts.id });
      return spent.length > 0;
    },
    /** Counts a guess. Null when the attempt has no guess left, was used or has expired. */
    async countGuess(id: string): Promise<{ email: string; codeHash: string } | null> {
      const [counted] = await db
        .update(emailAttempts)
        .set({ guesses: sql`${emailAttempts.guesses} + 1` })
        .where(and(eq(emailAttempts.id, id), lt(emailAttempts.guesses, CODE_GUESSES_MAX), isOpen()))
        .returning({ email: emailAttempts.email, codeHash: emailAttempts.codeHash });
      return counted ?? null;
    },
    /** Uses the attempt once. False when a concurrent request has used it. */
    async spendCode(id: string): Promise<boolean> {
      const spent = await db
        .delete(emailAttempts)
        .where(eq(emailAttempts.id, id))
        .returning({ id: emailAttempts.id });
      return spent.length > 0;
    },
  };
}

export type EmailAttempts = ReturnType<typeof createEmailAttempts>;
