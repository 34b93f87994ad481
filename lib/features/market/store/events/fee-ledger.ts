import type { Address } from "viem";
import type { ManagerKind } from "@/lib/features/managers/rules/manager-kind";
import type { TokenListRow } from "../market";

/** The earners of a token's fees, by the current state of its contracts. */
export type FeeLedger = {
  owner: Address;
  feeShareBps: number;
  /** Lifetime creator share of fees: earned, and paid by the fee stream. */
  earnedWei: bigint;
  paidWei: bigint;
  /** Lifetime earnings of referrers of the token's trades. */
  referralWei: bigint;
  /** All ETH ever sent to the bid wall. */
  wallWei: bigint;
  /** The manager that holds the stream; null while an address holds it. */
  manager: {
    address: Address;
    kind: ManagerKind;
    bps: number;
    payee: Address;
    protocolRecipient: Address | null;
    /** Largest share first. */
    shares: { account: Address; share: number }[];
  } | null;
};

export type ManagerPart = {
  address: Address;
  kind: ManagerKind;
  roles: { owner: boolean; creator: boolean; recipient: boolean; protocol: boolean };
  claimedWei: bigint;
  claimableWei: bigint;
  /** Tokens with unsynced income for this address; the first 100. */
  tokens: Address[];
};

/** Tokens and earnings of an address on a chain. */
export type AccountLedger = {
  createdTokens: number;
  /** The newest created tokens. */
  tokens: TokenListRow[];
  /** Paid by, and claimable from, fee streams that the address holds or held. */
  streamsClaimedWei: bigint;
  streamsClaimableWei: bigint;
  /** Streams with earnings that the address holds, highest claimable amount first. */
  streams: {
    token: Address;
    symbol: string;
    name: string;
    paidWei: bigint;
    claimableWei: bigint;
  }[];
  /** Those that earned it the most, first. */
  managers: ManagerPart[];
  /** Whether no further manager has earned it anything. */
  isComplete: boolean;
};
