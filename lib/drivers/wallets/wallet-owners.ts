import type { Address } from "viem";
import type { IdentityType, OwnedWallet } from "@/lib/shared/identity";

/** A user's identity at a network. A `wallet` identity is its own address and is not stored. */
export type PersonIdentity = { type: Exclude<IdentityType, "wallet">; id: string };

/** A user as proven by a network: X subject, Farcaster fid or normalised email address. */
export type Person = {
  type: PersonIdentity["type"];
  stableId: string;
  /** The address that signed in with Farcaster. */
  custodyAddress?: Address;
};

/** A user that a directory returned, which caches users. `lookedUpAt` is the time of the lookup. */
export type LookedUpPerson = Person & { lookedUpAt: Date };

/** The owner of the wallet at `address`; `name` is null if no present name of the owner is known. */
export type KnownOwner = {
  type: PersonIdentity["type"];
  name: string | null;
  address: Address;
  verified: boolean;
};

/** Owners of the managed wallets, as stored for both drivers. */
export type WalletOwners = {
  /**
   * Records that a user has signed in with a username. All wallets recorded for their stable id
   * become verified, under any username. A wallet recorded by username alone becomes theirs when it
   * has no owner yet. Idempotent; the first time is kept.
   */
  markVerified(person: Person, username: string | null): Promise<OwnedWallet[]>;
  /** The wallets of a signed-in user: those verified first, then later ones. */
  listOf(person: Person): Promise<OwnedWallet[]>;
  /** Owners of the wallets at these addresses: verified ones first, then the oldest. */
  findByAddress(addresses: readonly Address[]): Promise<KnownOwner[]>;
};
