import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";
import { toSeconds } from "./get-own-account";
import { requireAccount, requireRecent } from "./require-account";
import { EMAIL_ATTEMPT_MS, type Session } from "./rules/account";
import type { LinkAnswer, LinkRequest } from "./schema";

/** Same as the lifetime of an email code or link: a later sign-in would switch accounts instead. */
const LINK_MS = EMAIL_ATTEMPT_MS;

/**
 * Adds the next sign-in of a type to the account. The user requests this explicitly, so that a
 * sign-in that someone else started in this browser never gives access to the account.
 * @throws AppError not_signed_in, reauthentication_required, forbidden (the account can have no further
 *   identity)
 */
export async function linkIdentity({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "accounts" | "clock">;
  input: { session: Session; request: LinkRequest };
}): Promise<LinkAnswer> {
  const { session, request } = input;
  const account = await requireAccount(ctx, session);
  requireRecent(ctx, session, account);
  const expiresAt = new Date(ctx.clock.now().getTime() + LINK_MS);
  const email = request.type === "email" ? request.email : null;
  const isExpected = await ctx.accounts.expectLink(
    session,
    { type: request.type, email },
    expiresAt,
  );
  if (!isExpected) throw new AppError("not_signed_in");
  return { success: true, expiresAt: toSeconds(expiresAt) };
}
