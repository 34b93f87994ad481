import { desc } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Mail, Mailer } from "@/lib/drivers/mail/mailer";
import { mails } from "./tables";

/** Mailbox of the sandbox: stores sent emails, which `/outbox` lists. */
export type Mailbox = Mailer & {
  /** The latest emails, newest first. */
  list(limit: number): Promise<(Mail & { sentAt: Date })[]>;
};

/** A mailbox in Postgres. */
export function createMailbox(db: Database, now: () => Date): Mailbox {
  return {
    async send(mail) {
      await db.insert(mails).values({ ...mail, sentAt: now() });
    },
    list: (limit) =>
      db
        .select({ to: mails.to, subject: mails.subject, text: mails.text, sentAt: mails.sentAt })
        .from(mails)
        .orderBy(desc(mails.id))
        .limit(limit),
  };
}
