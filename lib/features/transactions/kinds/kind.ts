import type { Address, Hash } from "viem";
import type { Call, Fees, SignedTransaction } from "@/lib/drivers/chain/chain-types";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { ChainIdentity, LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import type { Sender } from "@/lib/drivers/chain/create-sender";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import type { ServiceContext } from "../../../context";
import type { TransactionKind } from "../rules";
import type { Results, Transaction } from "../transaction";

/** Dependencies of the steps of a transaction. */
export type TransactionContext = Pick<
  ServiceContext,
  | "assets"
  | "chains"
  | "clock"
  | "content"
  | "env"
  | "gasLedger"
  | "ipfs"
  | "launchOrigins"
  | "log"
  | "market"
  | "signedTransactions"
  | "tracing"
  | "transactions"
  | "wallets"
>;

/** The parts of a chain driver that send signed transactions. */
export type SendingChain = ChainIdentity & DryRun & Sender & ServerSigner;

/**
 * The content to sign: a call of the server wallet, or a transaction that a managed wallet signs.
 */
export type Prepared =
  | { signer: "server"; call: Call; extraGas?: bigint }
  /** A call with the gas limit and fees that the kind has checked; it is not estimated again. */
  | { signer: "server"; call: Call; gas: bigint; fees: Fees }
  | { signer: Address; sign: (nonce: number) => Promise<SignedTransaction> }
  /** Nothing: the transaction is no longer possible. */
  | { signer: null; reason: string };

/** A mined transaction. A successful one takes precedence over reverted ones. */
export type Outcome = { status: "success" | "reverted"; hash: Hash; feeWei: bigint };

/** `mayHaveSucceeded` makes the schedule look whether it was mined later. */
export type Failed = {
  state: "failed";
  transactionHash: Hash | null;
  error: string;
  mayHaveSucceeded?: true;
};
/** A completed transaction has no hash when another wallet sent the signed data. */
export type End<K extends TransactionKind> =
  | { state: "completed"; transactionHash: Hash | null; result: Results[K] }
  | Failed;

/** The part of a transaction that depends on its kind. Every function may run more than once. */
export type Kind<K extends TransactionKind> = {
  /**
   * Returns what to sign.
   * @throws CallRevertedError, or a non-retryable AppError, when the transaction is not possible
   */
  prepare(
    ctx: TransactionContext,
    chain: LaunchChain,
    transaction: Transaction<K>,
  ): Promise<Prepared>;
  /** The final result on chain, or null while unknown. `outcome` is null while not mined. */
  findEnd(
    ctx: TransactionContext,
    chain: LaunchChain,
    transaction: Transaction<K>,
    outcome: Outcome | null,
  ): Promise<End<K> | null>;
  /** Runs before signing. */
  begin?(ctx: TransactionContext, transaction: Transaction<K>): Promise<void>;
  /** Whether it has already happened on chain, so that a reverted dry run is not a failure. */
  isDone?(chain: LaunchChain, transaction: Transaction<K>): Promise<boolean>;
  /**
   * Whether it fails when the job engine gives up. Other kinds stay open, and web servers
   * requeue them.
   */
  failsWhenGivenUp?: true;
};

export const REVERTED = "The transaction reverted";

/** The end of a transaction whose only result is its hash. */
export function endOf({
  status,
  hash,
}: Outcome): End<"manager" | "withdrawal" | "share_change" | "token_drop" | "trade_approval"> {
  if (status === "success") return { state: "completed", transactionHash: hash, result: {} };
  return { state: "failed", transactionHash: hash, error: REVERTED };
}
