import type { Address, Hash } from "viem";
import type { ChainSlug } from "@/lib/domain/chains";
import type { Payable, PayoutState } from "@/lib/domain/payout";

export type NewPayout = { id: string; chain: ChainSlug; account: Address } & Payable;

export type Payout = NewPayout & {
  state: PayoutState;
  /** What arrived; null until it is known. */
  paidWei: bigint | null;
  transactionHash: Hash | null;
  error: string | null;
  createdAt: Date;
};

export type PayoutEnd =
  | { state: "paid"; paidWei: bigint; transactionHash: Hash }
  | { state: "failed"; error: string; transactionHash: Hash | null };

/** The memory of payouts. Addresses checksummed in answers, in any case in questions. */
export type PayoutStore = {
  /** Writes a payout down, or answers the one of the same source that is under way. */
  begin(payout: NewPayout): Promise<Payout>;
  find(id: string): Promise<Payout | null>;
  /** Ends a payout that is under way; the first end stays. */
  finish(id: string, end: PayoutEnd): Promise<void>;
  /** Payouts under way, the oldest first. */
  listPending(limit: number): Promise<Payout[]>;
  /** The latest payouts of accounts. */
  listOf(accounts: readonly Address[], limit: number): Promise<Payout[]>;
};
