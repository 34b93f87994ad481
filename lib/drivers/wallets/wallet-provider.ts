import type { Address, Hex } from "viem";
import type { ConsentTerms } from "@/lib/features/managers/rules/attach-consent";
import type { SharesChange } from "@/lib/features/managers/rules/shares-change";
import type {
  Identity,
  OwnedWallet,
  PublicIdentity,
  ResolvedIdentity,
} from "@/lib/shared/identity";
import type { WalletCall, WalletPermit, WalletTransfer } from "./require-signed";
import type { Person, PersonIdentity } from "./wallet-owners";

/**
 * Resolves identities to wallets and wallets to owners. A managed wallet signs transfers of its own
 * ETH, trades, changes of shares and consents to tokens in its splits, nothing else.
 */
export type WalletProvider = {
  /**
   * The wallet of an identity, created on first use. Idempotent: an identity gets the same wallet, even
   * when several processes request it at once, until a username changes hands. Then it gets the one of
   * its new owner, as soon as a directory or a sign-in proves it. A `wallet` identity is its own address.
   */
  resolve(identity: Identity): Promise<ResolvedIdentity>;
  /**
   * Looks an identity up like `resolve`, and creates nothing.
   * @param beforeLookup counts a request to X or Farcaster, which the operator's account there allows few of
   * @throws AppError that `resolve` throws for an identity that nobody has, and errors of `beforeLookup`
   */
  check(identity: Identity, beforeLookup?: () => Promise<void>): Promise<void>;
  /**
   * The wallet of a user who signs in. Later lookups of the username return it.
   * @param username as the sign-in has proven it; null if it is unknown. Then the wallet keeps its name, and `id` of
   * the result is the stable id
   */
  resolvePerson(person: Person, username: string | null): Promise<ResolvedIdentity>;
  /** The existing wallet of an identity, or null. Creates nothing and calls no vendor. */
  find(identity: Identity): Promise<ResolvedIdentity | null>;
  /**
   * Records that a user has signed in: the wallets recorded for them become verified. Idempotent. A
   * person who buys a username gets nothing that belongs to its former owner.
   * @param username their current one, null if it is unknown; for email the normalised address itself
   * @returns all their wallets; none when there are none yet
   */
  markVerified(person: Person, username: string | null): Promise<OwnedWallet[]>;
  /** The wallets of a signed-in user, those of the first sign-in first. */
  walletsOf(person: Person): Promise<OwnedWallet[]>;
  /**
   * Owners of addresses, in the same order; `identity` is null for an address that is not a managed
   * wallet. Safe for public responses: email addresses are never included (`name` is null), and an
   * identity whose owner has not signed in is `verified: false`. Accepts any letter case.
   */
  identitiesOf(
    addresses: readonly Address[],
  ): Promise<{ address: Address; identity: PublicIdentity | null }[]>;
  /**
   * Signs a transfer from a managed wallet; the caller has verified that its owner wants it.
   * @param identity as the action was accepted with; its username may have changed since
   * @param wallet a managed wallet of the identity's type. The caller takes it from `walletsOf` of its owner
   * @throws AppError unsupported_operation when this server may not sign for its wallets,
   * dependency_unavailable (retryable); Error when it is not a managed wallet of that type
   */
  signTransfer(identity: PersonIdentity, wallet: Address, transfer: WalletTransfer): Promise<Hex>;
  /** Signs a change of shares under the same conditions. */
  signShares(identity: PersonIdentity, wallet: Address, change: SharesChange): Promise<Hex>;
  /** Signs a call under the same conditions; the caller encoded it: a trade, or a dropped token. */
  signCall(identity: PersonIdentity, wallet: Address, call: WalletCall): Promise<Hex>;
  /** Signs the Permit2 message of one sale under the same conditions. */
  signPermit(identity: PersonIdentity, wallet: Address, permit: WalletPermit): Promise<Hex>;
  /** Signs the consent to one token in a dynamic split under the same conditions. */
  signConsent(identity: PersonIdentity, wallet: Address, terms: ConsentTerms): Promise<Hex>;
};
