import { createTransport } from "nodemailer";
import type { Mailer } from "./mailer";

/**
 * A user waits on the sign-in page. A running server greets at once; some check a message for a
 * few seconds before they accept it.
 */
const TIMEOUTS_MS = {
  dnsTimeout: 2_000,
  connectionTimeout: 2_000,
  greetingTimeout: 2_000,
  socketTimeout: 5_000,
};
/** An address comes from a user: it must not attach a file or a URL. */
const REQUIRED = { disableFileAccess: true, disableUrlAccess: true };

/**
 * Sends email through an SMTP server.
 * @param options.url `smtps://user:password@host:465`, or `smtp://…:587` (STARTTLS when offered)
 * @param options.from the sender, `Slipway <hello@example.com>`
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(withOptions(url));
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
    },
  };
}

/** Adds our options to the URL: nodemailer ignores options next to a URL. Those of the URL win. */
function withOptions(url: string): string {
  const full = new URL(url);
  for (const [name, value] of Object.entries(TIMEOUTS_MS)) {
    if (!full.searchParams.has(name)) full.searchParams.set(name, String(value));
  }
  for (const [name, value] of Object.entries(REQUIRED)) full.searchParams.set(name, String(value));
  return full.href;
}
