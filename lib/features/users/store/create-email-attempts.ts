import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Realm } from "@/lib/shared/realm";
import { CODE_GUESSES_MAX } from "../rules/account";
import { emailAttempts } from "./tables";

/**
 * Sign-ins by email that wait for their code or link, in Postgres. All secrets arrive as hashes. Each
 * change is one statement, so two requests never share a guess.
 */
export function createEmailAttempts(db: Database, now: () => Date, realm: Realm) {
  const isOpen = () => and(eq(emailAttempts.realm, realm), gt(emailAttempts.expiresAt, now()));
  return {
    /** @param attempt.id hash of what the browser that asked has in its cookie */
    async start(attempt: {
      id: string;
      email: string;
      codeHash: string;
      linkHash: string;
      expiresAt: Date;
    }): Promise<void> {
      await db.insert(emailAttempts).values({ ...attempt, realm });
    },
    /** Spends the link of an address, once. False when there is none, or no longer. */
    async spendLink(linkHash: string, email: string): Promise<boolean> {
      const spent = await db
        .delete(emailAttempts)
        .where(and(eq(emailAttempts.linkHash, linkHash), eq(emailAttempts.email, email), isOpen()))
        .returning({ id: emailAttempts.id });
      return spent.length > 0;
    },
    /** Counts a guess, if the attempt has one left; null when it has none or is over. */
    async countGuess(id: string): Promise<{ email: string; codeHash: string } | null> {
      const [counted] = await db
        .update(emailAttempts)
        .set({ guesses: sql`${emailAttempts.guesses} + 1` })
        .where(and(eq(emailAttempts.id, id), lt(emailAttempts.guesses, CODE_GUESSES_MAX), isOpen()))
        .returning({ email: emailAttempts.email, codeHash: emailAttempts.codeHash });
      return counted ?? null;
    },
    /** Spends the attempt with its code, once. False when somebody was faster. */
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
