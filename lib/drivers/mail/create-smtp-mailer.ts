import { createTransport } from "nodemailer";
import { z } from "zod";
import { type Mailer, RecipientRefusedError, UnsentMailError } from "./mailer";
import { refusesRecipient } from "./refuses-recipient";

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
      try {
        await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
      } catch (error) {
        throw toMailError(error);
      }
    },
  };
}

/** The fields that nodemailer adds to an error. Without a `response` the server did not reply. */
const failure = z.object({
  code: z.string().default("error"),
  message: z.string(),
  command: z.string().default(""),
  response: z.string().default(""),
  syscall: z.string().default(""),
});
/** Errors of the connection, whose texts name at most the mail server. */
const CONNECTION_CODES = new Set(["ECONNECTION", "EDNS", "ESOCKET", "ETIMEDOUT", "ETLS"]);

/** Commands whose replies may depend on the recipient. */
const AFTER_SENDER = new Set(["RCPT TO", "DATA"]);
/** Errors of nodemailer before the server greets. */
const NOT_GREETED = new Set(["Connection timeout", "Greeting never received"]);

/** The error without the reply's text, which quotes the address: logs must not contain addresses. */
function toMailError(error: unknown): Error {
  const { code, message, command, response, syscall } = failure.parse(error);
  if (response === "" && CONNECTION_CODES.has(code)) {
    // A connection that breaks later may do so after the server has accepted the email.
    const isUnsent = code === "EDNS" || syscall === "connect" || NOT_GREETED.has(message);
    return new (isUnsent ? UnsentMailError : Error)(`${code}: ${message}`);
  }
  const [status = ""] = /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response) ?? [];
  const text = [code, command, status].filter((part) => part !== "").join(" ");
  const isRefused = command === "RCPT TO" && refusesRecipient(status, response);
  if (isRefused) return new RecipientRefusedError(text);
  const isUnsent = status !== "" && !AFTER_SENDER.has(command);
  return new (isUnsent ? UnsentMailError : Error)(text);
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
