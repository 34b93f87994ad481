import type { Address } from "viem";
import type { IdentityType, OwnedWallet } from "@/lib/shared/identity";

/** An identity of a person at a network; a wallet stands for itself and is in no book. */
export type PersonIdentity = { type: Exclude<IdentityType, "wallet">; id: string };

/** A person as a network proves them: X subject, Farcaster fid or normalised email address. */
export type Person = { type: PersonIdentity["type"]; stableId: string };

/** An identity whose wallet is at `address`. */
export type KnownOwner = PersonIdentity & { address: Address; verified: boolean };

/** Who owns the managed wallets, as both drivers keep it. */
export type WalletOwners = {
  /**
   * Notes that a person has signed in under a username: all wallets that were booked for them are
   * theirs, under whatever username. A wallet that was booked by username alone is theirs when it
   * has no owner yet. Idempotent; the first moment stays.
   */
  markVerified(person: Person, username: string): Promise<OwnedWallet[]>;
  /** The wallets of a person who has signed in: those they verified first, then later ones. */
  listOf(person: Person): Promise<OwnedWallet[]>;
  /** Who has the wallets at these addresses: verified ones first, then the oldest. */
  findByAddress(addresses: readonly Address[]): Promise<KnownOwner[]>;
};
