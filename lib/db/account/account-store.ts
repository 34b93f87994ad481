import type { ProvenIdentity } from "@/lib/domain/account";
import type { IdentityType } from "@/lib/domain/identity";

export type AccountIdentity = ProvenIdentity & { signedInAt: Date };
export type Account = { id: string; createdAt: Date; identities: AccountIdentity[] };
/** `email` is the address that shall be added, null for the other types. */
export type LinkIntent = { type: IdentityType; email: string | null };

/** People of one realm, what they have proven to be, and what is only good once. */
export type AccountStore = {
  /**
   * Signs a proven identity in: to the account that has it, else to a new one. With `current`, an
   * account that has asked for this link, the identity is added to that account, also out of
   * another one: whoever proves to be it decides where it belongs.
   * @param newId the id of the account, if one has to be made
   * @returns the account, or null when a wallet was proven by the contract of another chain
   */
  signIn(
    identity: ProvenIdentity,
    options: { current: string | null; newId: string },
  ): Promise<{ accountId: string; isLinked: boolean } | null>;
  find(id: string): Promise<Account | null>;
  /** Has the next sign-in of that kind added to the account; replaces an earlier wish. */
  expectLink(accountId: string, intent: LinkIntent, expiresAt: Date): Promise<void>;
  /** Takes an identity out of an account, but never its last one. False when nothing was changed. */
  unlink(accountId: string, type: IdentityType, stableId: string): Promise<boolean>;

  /** How many accounts this realm has, and how many the other one. */
  countByRealm(): Promise<{ own: number; others: number }>;
  /** Notes that a message was used; false when it was used before. */
  spendMessage(hash: string, expiresAt: Date): Promise<boolean>;
  /** Removes email attempts, messages, wishes and sessions that have expired. */
  forgetExpired(): Promise<void>;
};
