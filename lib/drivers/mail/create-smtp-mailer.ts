import { createTransport } from "nodemailer";
import type { Mailer } from "./mailer";

const TIMEOUT_MS = 10_000;

/**
 * Sends email through an SMTP server.
 * @param options.url `smtps://user:password@host:465`, or `smtp://…:587` (STARTTLS when offered)
 * @param options.from the sender, `Slipway <hello@example.com>`
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // An address comes from a user: it must not attach a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
    },
  };
}
