import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { pageData } from "../page-data";

export const metadata: Metadata = {
  title: "Outbox",
  description: "Emails of this sandbox.",
  robots: { index: false },
};

/**
 * Emails of the sandbox. They contain sign-in links, so only the operator can read them. Outside
 * the sandbox the page does not exist.
 */
export default async function OutboxPage() {
  await connection();
  const mails = await pageData().mails(await headers());
  if (mails === null) notFound();
  if (mails === "locked") return <LockedOutbox />;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-9 sm:px-6 lg:py-10">
      <h1 className="font-bold text-4xl tracking-[-0.03em]">Outbox</h1>
      <p className="mt-3 text-lg text-muted leading-relaxed">
        The sandbox does not send email. It lists outgoing emails here, newest first. Reload to
        update.
      </p>
      {mails.length === 0 ? (
        <Card className="mt-7">
          <EmptyState title="No emails yet">
            Sign in with an email address on the{" "}
            <Link href="/account" className="underline underline-offset-4">
              account page
            </Link>
            : the email appears here.
          </EmptyState>
        </Card>
      ) : (
        <ol className="mt-7 grid gap-4">
          {mails.map((mail) => (
            <li key={`${mail.sentAt.toISOString()} ${mail.text}`}>
              <Card className="p-4 sm:p-5">
                <h2 className="font-semibold text-base">{mail.subject}</h2>
                <p className="mt-1 text-muted text-sm">
                  To {mail.to},{" "}
                  <time dateTime={mail.sentAt.toISOString()}>
                    {mail.sentAt.toISOString().slice(0, 19).replace("T", " ")} UTC
                  </time>
                </p>
                <MailText text={mail.text} />
              </Card>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function LockedOutbox() {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-9 sm:px-6 lg:py-10">
      <h1 className="font-bold text-4xl tracking-[-0.03em]">Outbox</h1>
      <Card className="mt-7">
        <EmptyState title="Operators only">
          These emails contain sign-in links. Open the outbox with the link that the terminal
          printed next to “Emails”.
        </EmptyState>
      </Card>
    </div>
  );
}

/** Plain text with clickable URLs; long URLs wrap. */
function MailText({ text }: { text: string }) {
  return (
    <div className="mt-4 whitespace-pre-wrap break-words text-sm leading-relaxed">
      {text.split(/(https?:\/\/\S+)/).map((part, index) =>
        index % 2 === 1 ? (
          <a
            key={part}
            href={part}
            className="break-all text-accent-text underline underline-offset-4"
          >
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </div>
  );
}
