import type { Address } from "viem";
import type { Identity } from "@/lib/shared/identity";

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
 * The permanent wallet of each identity. A username keeps the wallet of its owner at first use,
 * even if it is sold later, so funds for one person never go to the next. It also saves requests: a
 * provider is called once per identity.
 */
export type WalletStore = {
  find(identity: Identity): Promise<RecordedWallet | null>;
  /** Records a wallet unless the identity has one; returns the recorded one. */
  keep(identity: Identity, wallet: RecordedWallet): Promise<RecordedWallet>;
  /** Whether another realm has wallets of this account. */
  isElsewhere(account: string): Promise<boolean>;
};
