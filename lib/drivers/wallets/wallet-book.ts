import type { Address } from "viem";
import type { Identity } from "@/lib/shared/identity";

/**
 * A wallet that a provider made for an identity.
 * `account` names the provider and our account there, `stableId` is what stays when a username
 * changes hands: X subject, Farcaster fid, or the email address itself.
 */
export type BookedWallet = { account: string; userId: string; stableId: string; address: Address };

/**
 * Which identity has which wallet, for good. A username keeps the wallet of the person who had it
 * when it was first named, also when it is sold later: what was promised to one person never moves
 * to the next. It also means that a provider is asked once for each identity.
 */
export type WalletBook = {
  find(identity: Identity): Promise<BookedWallet | null>;
  /** Writes a wallet down unless the identity has one; answers the one that stands. */
  keep(identity: Identity, wallet: BookedWallet): Promise<BookedWallet>;
  /** Whether another realm has wallets of this account. */
  isElsewhere(account: string): Promise<boolean>;
};
