import { createTransport } from "nodemailer";
import { z } from "zod";
import { type Mailer, RecipientRefusedError, UnsentMailError } from "./mailer";

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

/**
 * The enhanced codes (RFC 3463) of an address, a mailbox and a route that do not work. 5.1.0, 5.1.7 and 5.1.8
 * are also about the sender, other 5.4 about faults of a mail system; 503 and 530 are about the session.
 */
const REFUSED_STATUS = /^5(?!03|30)\d\d[ -]5\.(1\.(?![078]$)\d+|2\.\d+|4\.[14])$/;
const REFUSED_PLAIN_STATUS = /^55[0-3]$/;
/** Servers without enhanced codes send the same statuses about a recipient … */
const RECIPIENT_TEXT = /\b(user|mailbox|recipient|address|unknown|no such|exist|quota)/i;
/** … and about the operator's settings, sending quota or server, also with words from above. */
const SETTINGS_TEXT =
  /relay|sender|rcpthosts|block|blacklist|authenticat|authori[sz]|reputation|spamhaus|\b(auth|log ?in|ip|listed|[dr]bl|dnsbl|helo|ehlo|client|spf|dkim|dmarc|spam|policy|ptr|r(everse )?dns)\b/i;
const SENDING_QUOTA = /\b(hourly|daily|per (hour|day)|sending (quota|limit|rate))\b/i;
const SERVER_ADDRESS = /address \[?([\d.]{7,}|[\da-f]*:[\da-f:]+)/i;

/** Whether another address would help. An error of the operator's settings must be an error in the alerts. */
function refusesRecipient(status: string, response: string): boolean {
  if (!REFUSED_PLAIN_STATUS.test(status)) return REFUSED_STATUS.test(status);
  // The quoted address may contain such a word.
  const text = response.replace(/\S+@\S+/g, "");
  const isOurs = [SETTINGS_TEXT, SENDING_QUOTA, SERVER_ADDRESS].some((about) => about.test(text));
  return RECIPIENT_TEXT.test(text) && !isOurs;
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
