import { randomInt } from "node:crypto";
import type { ServiceContext } from "@/lib/context";
import { RecipientRefusedError, UnsentMailError } from "@/lib/drivers/mail/mailer";
import type { CallerLimits, ExactPolicyName } from "@/lib/http/limits/caller-limits";
import { AppError, toAppError } from "@/lib/shared/errors";
import { isWithinLimit } from "@/lib/shared/is-within-limit";
import { inBackground } from "@/lib/support/calls/dependency";
import { hashCode, hashSecret } from "./email-secrets";
import { EMAIL_ATTEMPT_MS } from "./rules/account";
import { mailboxOf } from "./rules/mailbox";

const CODE_DIGITS = 6;
const MAIL_LIMITS: readonly ExactPolicyName[] = [
  "mail",
  "mailTo",
  "mailAll",
  "mailKnown",
  "mailKnownFrom",
  "mailKnownTo",
];

/**
 * Sends an email with a sign-in code and link. Requests by others cannot lock a user out: a browser
 * that has signed in with the address before uses limits of such browsers only, and when the limit of the address is
 * used up, the link of an earlier email still works. Variants of an address share the limit of their mailbox; beyond
 * it only an address that an account has gets emails. The result does not reveal whether one has, so a secret is
 * returned also when the mailbox gets no further email. While the mail server is down, emails are not
 * counted.
 * @param input.knownBrowser id of a browser that has signed in with this address before
 * @param input.returnTo path of the page to show after the link
 * @returns the secret to store in the browser; null when no email was sent because of the limit of
 *   the address; "refused" when the mail server does not accept it
 * @throws AppError rate_limited, dependency_unavailable when the email cannot be sent, or too many were
 */
export async function startEmailSignIn({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "accounts" | "clock" | "emailAttempts" | "ids" | "log" | "mailer">;
  input: {
    email: string;
    knownBrowser: string | null;
    origin: string;
    returnTo: string;
  } & Pick<CallerLimits, "limit" | "giveBack">;
}): Promise<{ secret: string } | "refused" | null> {
  const { email, knownBrowser, origin, returnTo, limit, giveBack } = input;
  let hasRoom = true;
  if (knownBrowser !== null) {
    await limit("mailKnown", `browser:${knownBrowser}`);
    await limit("mailKnownFrom");
    if (!(await isWithinLimit(() => limit("mailKnownTo", `to:${email}`)))) return null;
  } else {
    await limit("mail");
    if (!(await isWithinLimit(() => limit("mailTo", `to:${email}`)))) return null;
    await countForAll(limit);
    // Counted for every address: a count that depends on the account would show whether there is one.
    hasRoom = await isWithinLimit(() => limit("mailTo", `mailbox:${mailboxOf(email)}`));
  }
  const [secret, token] = [ctx.ids.randomId(), ctx.ids.randomId()];
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  await ctx.emailAttempts.start({
    id: hashSecret(secret),
    email,
    codeHash: hashCode(secret, code),
    linkHash: hashSecret(token),
    expiresAt: new Date(ctx.clock.now().getTime() + EMAIL_ATTEMPT_MS),
  });
  const query = new URLSearchParams({ email, token, to: returnTo });
  const mail = { to: email, code, link: new URL(`/account/confirm?${query}`, origin) };
  if (!hasRoom) {
    // The duration and the errors of this email would show that there is an account.
    void inBackground(() => sendToAccount(ctx, mail));
    return { secret };
  }
  try {
    await sendMail(ctx, mail);
    return { secret };
  } catch (err) {
    if (err instanceof AppError && err.cause instanceof UnsentMailError)
      await giveBack(MAIL_LIMITS);
    if (!(err instanceof RecipientRefusedError)) throw err;
    ctx.log.warn({ err }, "the mail server refused a recipient");
    return "refused";
  }
}

/**
 * Sends an email beyond the limit of its mailbox if an account has the address: otherwise anyone could lock
 * out its owner by requests for variants of it, whose links open other accounts. Logs failures.
 */
async function sendToAccount(
  ctx: Pick<ServiceContext, "accounts" | "log" | "mailer">,
  mail: Mail,
): Promise<void> {
  try {
    const hasAccount = await ctx.accounts.has({ type: "email", stableId: mail.to });
    if (hasAccount) await sendMail(ctx, mail);
  } catch (err) {
    ctx.log.warn({ err }, "could not send a sign-in email");
  }
}

/**
 * Counts an email of an unknown browser: callers with many networks could send thousands an hour to
 * strangers, in the name of the operator's domain.
 * @throws AppError dependency_unavailable when the emails of this hour are used up
 */
async function countForAll(limit: CallerLimits["limit"]): Promise<void> {
  try {
    await limit("mailAll", "all unknown browsers");
  } catch (error) {
    const { code, retryAfterSeconds } = toAppError(error);
    if (code !== "rate_limited") throw error;
    const text =
      "Too many people are signing in by email. Try again later, or sign in another way.";
    const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    throw new AppError("dependency_unavailable", text, { cause: error, ...retry });
  }
}

type Mail = { to: string; code: string; link: URL };

/** @throws RecipientRefusedError, AppError dependency_unavailable */
async function sendMail(
  ctx: Pick<ServiceContext, "mailer">,
  { to, code, link }: Mail,
): Promise<void> {
  const { host } = link;
  if (ctx.mailer === null) throw new AppError("dependency_unavailable", "Email is not configured");
  const text = [
    `Someone asked to sign in to ${host} with this email address.`,
    "",
    `Enter this code on the sign-in page:`,
    "",
    `    ${code}`,
    "",
    "Or open this link and confirm:",
    "",
    link.href,
    "",
    `The code and the link work once and expire after ${EMAIL_ATTEMPT_MS / 60_000} minutes. Do not share them.`,
    "If you did not request this, ignore this email.",
    "",
  ].join("\n");
  await ctx.mailer.send({ to, subject: `Sign in to ${host}`, text }).catch((cause: unknown) => {
    if (cause instanceof RecipientRefusedError) throw cause;
    throw new AppError("dependency_unavailable", "The email could not be sent", { cause });
  });
}
