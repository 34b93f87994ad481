import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";
import type { IdentityType } from "@/lib/shared/identity";
import { requireAccount, requireRecent } from "./require-account";
import type { Session } from "./rules/account";

/**
 * Removes an identity from the account, and ends the sessions that it opened.
 * @throws AppError not_signed_in, reauthentication_required, invalid_body when the identity is not in
 *   the account or is its last one
 */
export async function unlinkIdentity({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "accounts" | "clock">;
  input: { session: Session; type: IdentityType; id: string };
}): Promise<{ success: true }> {
  const { session, type, id } = input;
  const account = await requireAccount(ctx, session);
  requireRecent(ctx, session, account);
  if (await ctx.accounts.unlink(account.id, type, id)) return { success: true };
  const isOwn = account.identities.some((one) => one.type === type && one.stableId === id);
  const text = isOwn
    ? "The last identity of an account cannot be removed"
    : "This identity is not linked";
  throw new AppError("invalid_body", text);
}
