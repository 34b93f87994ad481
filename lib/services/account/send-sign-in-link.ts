import type { ServiceContext } from "../../context";
import { AppError } from "../../domain/errors";

/**
 * Mails a link that signs its reader in.
 * @throws AppError dependency_unavailable when the mail cannot be handed over
 */
export async function sendSignInLink({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { to: string; url: string; minutes: number };
}): Promise<void> {
  const { to, url, minutes } = input;
  const { host } = new URL(url);
  if (ctx.mailer === null) throw new AppError("dependency_unavailable", "No mail can be sent");
  const text = [
    `Somebody, hopefully you, wants to sign in to ${host} with this address.`,
    "",
    `Open this link within ${minutes} minutes, in the browser where you asked for it:`,
    "",
    url,
    "",
    "It works once. If it was not you, ignore this mail: nothing happens without the link.",
    "",
  ].join("\n");
  await ctx.mailer.send({ to, subject: `Sign in to ${host}`, text }).catch((cause: unknown) => {
    throw new AppError("dependency_unavailable", "The mail could not be sent", { cause });
  });
}
