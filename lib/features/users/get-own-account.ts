import type { ServiceContext } from "@/lib/context";
import { requireAccount, walletsOf } from "./require-account";
import { isRecent, RECENT_SIGN_IN_MS, type Session } from "./rules/account";
import type { AccountAnswer } from "./schema";

/**
 * Returns the signed-in user: verified identities and the wallets that earn for them.
 * @throws AppError not_signed_in
 */
export async function getOwnAccount({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "accounts" | "clock" | "wallets">;
  input: { session: Session };
}): Promise<AccountAnswer> {
  const { session } = input;
  const account = await requireAccount(ctx, session);
  const wallets = await walletsOf(ctx, account);
  return {
    success: true,
    account: {
      id: account.id,
      createdAt: toSeconds(account.createdAt),
      identities: account.identities.map(({ type, stableId, name, signedInAt }) => ({
        type,
        id: stableId,
        name,
        verified: true,
        signedInAt: toSeconds(signedInAt),
      })),
      wallets: wallets.map(({ address, managed, identity, name }) => ({
        address,
        managed,
        identity: { type: identity.type, name },
      })),
    },
    session: {
      authenticatedAt: toSeconds(session.authenticatedAt),
      recent: isRecent(session, account, ctx.clock.now()),
      recentUntil: toSeconds(new Date(session.authenticatedAt.getTime() + RECENT_SIGN_IN_MS)),
    },
  };
}

export function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
