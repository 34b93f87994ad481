import type { Address, Hex } from "viem";
import type { SharesChange } from "@/lib/features/managers/rules/shares-change";
import type {
  Identity,
  OwnedWallet,
  PublicIdentity,
  ResolvedIdentity,
} from "@/lib/shared/identity";
import type { WalletTransfer } from "./require-signed";
import type { Person, PersonIdentity } from "./wallet-owners";

/**
 * Gives every identity its wallet, and knows whose the wallets are. A managed wallet signs transfers
 * of its own ETH and changes of shares, and nothing else.
 */
export type WalletProvider = {
  /**
   * The wallet of an identity. Idempotent: the same identity always gives the same wallet, also
   * when asked at the same time by several processes. A `wallet` identity stands for itself.
   */
  resolve(identity: Identity): Promise<ResolvedIdentity>;
  /** The wallet that an identity has already, or null. Creates nothing and asks no vendor. */
  find(identity: Identity): Promise<ResolvedIdentity | null>;
  /**
   * Notes that a person has signed in: the wallets that were named for them are verified from now
   * on. Idempotent. Who bought a username gets nothing of what was promised to its owner before.
   * @param username what they go by now; for email the normalised address itself
   * @returns all wallets that are theirs; none when nobody has named them yet
   */
  markVerified(person: Person, username: string): Promise<OwnedWallet[]>;
  /** The wallets of a person who has signed in, those of the first sign-in first. */
  walletsOf(person: Person): Promise<OwnedWallet[]>;
  /**
   * Who stands behind addresses, in the order given; `identity` is null for an address that is no
   * managed wallet. For public answers: email addresses never leave (`name` is null), and an
   * identity whose owner has not signed in is `verified: false`. Any letter case is accepted.
   */
  identitiesOf(
    addresses: readonly Address[],
  ): Promise<{ address: Address; identity: PublicIdentity | null }[]>;
  /**
   * Signs a transfer out of a managed wallet; the caller has made sure that its owner wants it.
   * @param wallet the identity's wallet, as it was answered before
   * @throws AppError unsupported_operation where this server may not sign for its wallets,
   *   dependency_unavailable (retryable); Error when the wallet is another one
   */
  signTransfer(identity: PersonIdentity, wallet: Address, transfer: WalletTransfer): Promise<Hex>;
  /** Signs the message of a change of shares, on the same terms. */
  signShares(identity: PersonIdentity, wallet: Address, change: SharesChange): Promise<Hex>;
};
