import { randomInt } from "node:crypto";
import type { ServiceContext } from "../../context";
import { EMAIL_ATTEMPT_MS } from "../../domain/account";
import { AppError, toAppError } from "../../domain/errors";
import type { CallerLimits } from "../../http/caller-limits";
import { hashCode, hashSecret } from "./email-secrets";

const CODE_DIGITS = 6;

/**
 * Mails a code and a link that sign their reader in. Nobody can keep a person from signing in by
 * asking in their name: a browser that has signed in with the address before has a limit of its own,
 * and whoever is refused a mail has one with a link that still works.
 * @param input.knownBrowser id of a browser that has signed in with this address before
 * @param input.returnTo path of the page that the link ends at
 * @returns the secret to give to the browser; null when no mail was sent because several have just
 *   been sent to this address
 * @throws AppError rate_limited, dependency_unavailable when the mail cannot be handed over
 */
export async function startEmailSignIn({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "clock" | "emailAttempts" | "ids" | "mailer">;
  input: {
    email: string;
    knownBrowser: string | null;
    origin: string;
    returnTo: string;
    limit: CallerLimits["limit"];
  };
}): Promise<{ secret: string } | null> {
  const { email, knownBrowser, origin, returnTo, limit } = input;
  if (knownBrowser !== null) await limit("mailKnown", `browser:${knownBrowser}`);
  else {
    await limit("mail");
    if (!(await isAdmitted(() => limit("mailTo", `to:${email}`)))) return null;
  }
  const [secret, token] = [ctx.ids.jobId(), ctx.ids.jobId()];
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  await ctx.emailAttempts.start({
    id: hashSecret(secret),
    email,
    codeHash: hashCode(secret, code),
    linkHash: hashSecret(token),
    expiresAt: new Date(ctx.clock.now().getTime() + EMAIL_ATTEMPT_MS),
  });
  const query = new URLSearchParams({ email, token, to: returnTo });
  await sendMail(ctx, { to: email, code, link: new URL(`/account/confirm?${query}`, origin) });
  return { secret };
}

/** @throws AppError for other reasons than the limit */
async function isAdmitted(limit: () => Promise<void>): Promise<boolean> {
  try {
    await limit();
    return true;
  } catch (error) {
    if (toAppError(error).code !== "rate_limited") throw error;
    return false;
  }
}

async function sendMail(
  ctx: Pick<ServiceContext, "mailer">,
  { to, code, link }: { to: string; code: string; link: URL },
): Promise<void> {
  const { host } = link;
  if (ctx.mailer === null) throw new AppError("dependency_unavailable", "No mail can be sent");
  const text = [
    `Somebody, hopefully you, wants to sign in to ${host} with this address.`,
    "",
    `Enter this code on the page of ${host} that asked for it:`,
    "",
    `    ${code}`,
    "",
    "Or open this link and press the button on its page:",
    "",
    link.href,
    "",
    `The code and the link work once, for ${EMAIL_ATTEMPT_MS / 60_000} minutes. Do not pass them on.`,
    "If it was not you, ignore this mail: nothing happens without them.",
    "",
  ].join("\n");
  await ctx.mailer.send({ to, subject: `Sign in to ${host}`, text }).catch((cause: unknown) => {
    throw new AppError("dependency_unavailable", "The mail could not be sent", { cause });
  });
}
