import { desc, inArray } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Mail, Mailer } from "@/lib/drivers/mail/mailer";
import { mails } from "./tables";

/** Emails that are stored; a page shows far fewer. */
const KEPT_MAX = 1_000;

/** Mailbox of the sandbox: stores the latest sent emails, which `/outbox` lists. */
export type Mailbox = Mailer & {
  /** The latest emails, newest first. */
  list(limit: number): Promise<(Mail & { sentAt: Date })[]>;
};

/** A mailbox in Postgres. */
export function createMailbox(db: Database, now: () => Date): Mailbox {
  return {
    async send(mail) {
      await db.insert(mails).values({ ...mail, sentAt: now() });
      const oldest = db
        .select({ id: mails.id })
        .from(mails)
        .orderBy(desc(mails.id))
        .offset(KEPT_MAX);
      await db.delete(mails).where(inArray(mails.id, oldest));
    },
    list: (limit) =>
      db
        .select({ to: mails.to, subject: mails.subject, text: mails.text, sentAt: mails.sentAt })
        .from(mails)
        .orderBy(desc(mails.id))
        .limit(limit),
  };
}
