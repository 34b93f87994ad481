import type { Address, Hash } from "viem";
import type { WalletActionState } from "@/lib/domain/account";
import type { ChainSlug } from "@/lib/domain/chains";
import type { Share } from "@/lib/domain/fee-split";
import type { PersonIdentity } from "@/lib/wallets/wallet-owners";

/** A transfer that the wallet itself sends, with the fees that the person confirmed. */
export type WithdrawalTerms = {
  kind: "withdrawal";
  valueWei: bigint;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

/** A change of shares that the wallet signs and the server wallet sends. */
export type SharesTerms = {
  kind: "manager_shares";
  recipients: Share[];
  deadline: bigint;
  nonce: bigint;
};

/** What a person wants their managed wallet to do. `to`: the recipient, or the manager. */
export type NewWalletAction = {
  id: string;
  accountId: string;
  chain: ChainSlug;
  identity: PersonIdentity;
  wallet: Address;
  to: Address;
  terms: WithdrawalTerms | SharesTerms;
};

export type WalletAction = NewWalletAction & {
  state: WalletActionState;
  transactionHash: Hash | null;
  error: string | null;
  createdAt: Date;
};

/** A completed change has no hash when somebody else sent what the wallet signed. */
export type WalletActionEnd =
  | { state: "completed"; transactionHash: Hash | null }
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
