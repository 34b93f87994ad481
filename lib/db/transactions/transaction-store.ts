import type { Address, Hash, Hex } from "viem";

/** A signed transaction of a wallet. Rows of one nonce differ in fees only. */
export type StoredTransaction = {
  operationId: string;
  nonce: number;
  hash: Hash;
  rawTransaction: Hex;
  createdAt: Date;
};
export type Signed = { hash: Hash; rawTransaction: Hex; maxFeePerGas: bigint };
export type WalletOnChain = { chainId: number; wallet: Address };

/** The memory of the server wallet: which nonce is whose, and what was signed for it. */
export type TransactionStore = {
  /** All transactions of an operation, the latest first. */
  listOf(operationId: string): Promise<StoredTransaction[]>;
  /**
   * Reserves the next nonce under a lock, has the transaction signed for it and stores it. An
   * operation that has one already gets its latest back.
   * @param firstFree the nonce after the wallet's mined transactions
   */
  reserve(
    on: WalletOnChain,
    operationId: string,
    firstFree: number,
    sign: (nonce: number) => Promise<Signed>,
  ): Promise<StoredTransaction>;
  /** Adds a transaction at a nonce that is reserved already. */
  add(on: WalletOnChain, operationId: string, nonce: number, signed: Signed): Promise<void>;
  /** Transactions whose nonce is not known to be used, by nonce, the latest of each nonce first. */
  listUnsettled(on: WalletOnChain): Promise<StoredTransaction[]>;
  /** Marks all transactions below a nonce as settled. */
  settleBelow(on: WalletOnChain, nonce: number): Promise<void>;
  /** The next nonce to be given, or null when none was given yet. */
  nextNonce(on: WalletOnChain): Promise<number | null>;
  /** Runs `task` unless another process is running it for the same wallet; false then. */
  exclusively(on: WalletOnChain, task: () => Promise<void>): Promise<boolean>;
};
