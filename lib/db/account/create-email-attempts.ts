import { and, eq, gt, lt, sql } from "drizzle-orm";
import { CODE_GUESSES_MAX } from "@/lib/domain/account";
import type { Realm } from "@/lib/domain/realm";
import type { Database } from "../create-database";
import { emailAttempts } from "../schema/account";
import type { EmailAttempts } from "./email-attempts";

/** Email attempts in Postgres. Each change is one statement, so two requests never share a guess. */
export function createEmailAttempts(db: Database, now: () => Date, realm: Realm): EmailAttempts {
  const isOpen = () => and(eq(emailAttempts.realm, realm), gt(emailAttempts.expiresAt, now()));
  return {
    async start(attempt) {
      await db.insert(emailAttempts).values({ ...attempt, realm });
    },
    async spendLink(linkHash, email) {
      const spent = await db
        .delete(emailAttempts)
        .where(and(eq(emailAttempts.linkHash, linkHash), eq(emailAttempts.email, email), isOpen()))
        .returning({ id: emailAttempts.id });
      return spent.length > 0;
    },
    async countGuess(id) {
      const [counted] = await db
        .update(emailAttempts)
        .set({ guesses: sql`${emailAttempts.guesses} + 1` })
        .where(and(eq(emailAttempts.id, id), lt(emailAttempts.guesses, CODE_GUESSES_MAX), isOpen()))
        .returning({ email: emailAttempts.email, codeHash: emailAttempts.codeHash });
      return counted ?? null;
    },
    async spendCode(id) {
      const spent = await db
        .delete(emailAttempts)
        .where(eq(emailAttempts.id, id))
        .returning({ id: emailAttempts.id });
      return spent.length > 0;
    },
  };
}
