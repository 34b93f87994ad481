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
   * @param firstFree asked for the nonce after the wallet's mined transactions, on first use
   * @param deadBelow transactions of the operation below this nonce will never be mined
   */
  reserve(
    on: WalletOnChain,
    operationId: string,
    firstFree: () => Promise<number>,
    sign: (nonce: number) => Promise<Signed>,
    deadBelow?: number,
  ): Promise<StoredTransaction>;
  /** Adds a transaction at a nonce that is reserved already. */
  add(on: WalletOnChain, operationId: string, nonce: number, signed: Signed): Promise<void>;
  /** Transactions not known to be mined, by nonce, the latest of each nonce first. */
  listUnsettled(on: WalletOnChain): Promise<StoredTransaction[]>;
  /** Marks all transactions of a nonce as settled. */
  settle(on: WalletOnChain, nonce: number): Promise<void>;
  /**
   * Nonces from `from` on that were passed by without a transaction, at most `max`; read in one
   * moment, so that one that is being reserved is never among them.
   */
  listMissing(on: WalletOnChain, from: number, max: number): Promise<number[]>;
  /** Gives no nonce below `nonce` any more: the wallet was used elsewhere. True when that is news. */
  advance(on: WalletOnChain, nonce: number): Promise<boolean>;
  /** Runs `task` unless another process is running it for the same wallet; false then. */
  exclusively(on: WalletOnChain, task: () => Promise<void>): Promise<boolean>;
};
