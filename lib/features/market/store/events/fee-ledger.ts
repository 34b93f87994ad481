import type { Address } from "viem";
import type { ManagerKind } from "@/lib/features/managers/rules/manager-kind";
import type { TokenListRow } from "../market";

/** Who earns a token's fees, as its contracts stand. */
export type FeeLedger = {
  owner: Address;
  feeShareBps: number;
  /** Creator shares ever earned and paid by the fee stream. */
  earnedWei: bigint;
  paidWei: bigint;
  /** All that went to the bid wall. */
  wallWei: bigint;
  /** The manager that shares the stream's income; null while an account holds it. */
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
  /** Tokens with income for this account that no sync has shared out yet; the first 100. */
  tokens: Address[];
};

/** What an account has on a chain. */
export type AccountLedger = {
  createdTokens: number;
  /** The newest of them. */
  tokens: TokenListRow[];
  /** Paid by, and waiting in, fee streams that it holds or held itself. */
  streamsClaimedWei: bigint;
  streamsClaimableWei: bigint;
  /** Streams that it holds itself and that have earned, those with more to claim first. */
  streams: {
    token: Address;
    symbol: string;
    name: string;
    paidWei: bigint;
    claimableWei: bigint;
  }[];
  managers: ManagerPart[];
};
