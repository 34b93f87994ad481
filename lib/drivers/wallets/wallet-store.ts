import type { Address } from "viem";
import type { Identity } from "@/lib/shared/identity";
import type { LookedUpPerson, Person } from "./wallet-owners";

/**
 * A wallet that a provider created for an identity. `account` names the provider and our account
 * there. `stableId` stays when the username changes: X subject, Farcaster fid, or the email address
 * itself.
 */
export type RecordedWallet = {
  account: string;
  userId: string;
  stableId: string;
  address: Address;
};

/**
 * The permanent wallets of users. A wallet keeps its owner even if the username is sold later, so
 * funds for one person never go to the next; the username then names the wallet of its new owner. It
 * also saves requests: a provider is called once per user.
 */
export type WalletStore = {
  /** The wallet that an identity named last. */
  find(identity: Identity): Promise<RecordedWallet | null>;
  /**
   * The wallet of the username's present owner. Later lookups of the username return it. Without a username the
   * wallet keeps the name that it has. If another user has signed in with it after `lookedUpAt`, returns that
   * user's wallet.
   */
  findPerson(
    person: Person | LookedUpPerson,
    username: string | null,
  ): Promise<RecordedWallet | null>;
  findByAddress(type: Person["type"], address: Address): Promise<RecordedWallet | null>;
  /**
   * Records a wallet unless its owner has one; returns the recorded one.
   * @param owner.username null if it is unknown
   */
  record(
    owner: { type: Person["type"]; username: string | null },
    wallet: RecordedWallet,
  ): Promise<RecordedWallet>;
  /** Whether another realm has wallets of this account. */
  isElsewhere(account: string): Promise<boolean>;
};
