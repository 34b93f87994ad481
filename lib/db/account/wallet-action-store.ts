import type { Address, Hash, Hex } from "viem";
import type { WalletActionKind, WalletActionState } from "@/lib/domain/account";
import type { ChainSlug } from "@/lib/domain/chains";
import type { PersonIdentity } from "@/lib/wallets/wallet-owners";

/** A transaction that a person wants their managed wallet to send, with the fees it may cost. */
export type NewWalletAction = {
  id: string;
  accountId: string;
  kind: WalletActionKind;
  chain: ChainSlug;
  identity: PersonIdentity;
  wallet: Address;
  to: Address;
  data: Hex;
  valueWei: bigint;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

export type WalletAction = NewWalletAction & {
  state: WalletActionState;
  transactionHash: Hash | null;
  error: string | null;
  createdAt: Date;
};

export type WalletActionEnd =
  | { state: "completed"; transactionHash: Hash }
  | { state: "failed"; error: string; transactionHash: Hash | null };

/** The memory of what managed wallets do for their owners. */
export type WalletActionStore = {
  /** Writes an action down; null while another one of the wallet is under way on that chain. */
  begin(action: NewWalletAction): Promise<WalletAction | null>;
  find(id: string): Promise<WalletAction | null>;
  /** Ends an action that is under way; the first end stays. */
  finish(id: string, end: WalletActionEnd): Promise<void>;
  listPending(limit: number): Promise<WalletAction[]>;
  /** What an account had its wallets do, the latest first. */
  listOf(accountId: string, limit: number): Promise<WalletAction[]>;
};
