import { type Address, getAddress } from "viem";
import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";
import { type Identity, isUsername } from "@/lib/shared/identity";
import { isRecent, type Session } from "./rules/account";
import type { Account } from "./store/create-account-store";

/** A wallet of a user, with the identity that it belongs to. */
export type OwnWallet = {
  address: Address;
  managed: boolean;
  /** As the wallet provider knows it, for signing: the key of the wallet if the name is no longer known. */
  identity: Identity;
  /** Display name of the identity. */
  name: string;
};

/**
 * Returns the account of a session.
 * @throws AppError not_signed_in when it was removed: its last identity moved to another account
 */
export async function requireAccount(
  ctx: Pick<ServiceContext, "accounts">,
  session: Session,
): Promise<Account> {
  const account = await ctx.accounts.find(session.accountId);
  if (account === null) throw new AppError("not_signed_in");
  return account;
}

/**
 * Requires a recent sign-in with an identity that the account still has, for actions that move money
 * or add identities.
 * @throws AppError reauthentication_required
 */
export function requireRecent(
  ctx: Pick<ServiceContext, "clock">,
  session: Session,
  account: Account,
): void {
  if (isRecent(session, account, ctx.clock.now())) return;
  throw new AppError(
    "reauthentication_required",
    "Sign in again: the last sign-in is too long ago",
  );
}

/** The wallets of an account: managed wallets of its identities, and wallets used to sign in. */
export async function walletsOf(
  ctx: Pick<ServiceContext, "wallets">,
  account: Account,
): Promise<OwnWallet[]> {
  const lists = await Promise.all(
    account.identities.map(async ({ type, stableId, name }): Promise<OwnWallet[]> => {
      if (type === "wallet") {
        const address = getAddress(stableId);
        return [{ address, managed: false, identity: { type, id: address }, name: address }];
      }
      const owned = await ctx.wallets.walletsOf({ type, stableId });
      return owned.map(({ address, ...identity }) => {
        const isNamed = type === "email" || isUsername(identity.id);
        return { address, managed: true, identity, name: isNamed ? identity.id : name };
      });
    }),
  );
  // A wallet may belong to several identities; the first is used to act for it.
  const seen = new Map(
    lists
      .flat()
      .map((wallet) => [wallet.address, wallet] as const)
      .reverse(),
  );
  return [...seen.values()].reverse();
}
