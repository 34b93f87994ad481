import type { Address, Hash } from "viem";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { ChainIdentity, LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import type { Sender } from "@/lib/drivers/chain/create-sender";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import type { Call, SignedTransaction } from "@/lib/drivers/chain/launch-chain";
import type { ServiceContext } from "../../../context";
import type { TransactionKind } from "../rules";
import type { Results, Transaction } from "../transaction";

/** What the steps of a transaction may use. */
export type TransactionContext = Pick<
  ServiceContext,
  | "assets"
  | "chains"
  | "clock"
  | "content"
  | "gasLedger"
  | "ipfs"
  | "log"
  | "market"
  | "signedTransactions"
  | "transactions"
  | "wallets"
>;

/** The parts of a chain that get signed transactions mined. */
export type SendingChain = ChainIdentity & DryRun & Sender & ServerSigner;

/** What is signed: a call of the server wallet, or whatever a managed wallet signs for its nonce. */
export type Prepared =
  | { signer: "server"; call: Call; extraGas?: bigint }
  | { signer: Address; sign: (nonce: number) => Promise<SignedTransaction> }
  /** Nothing: it can no longer be done. */
  | { signer: null; reason: string };

/** A mined transaction. One that succeeded counts, whatever the others did. */
export type Outcome = { status: "success" | "reverted"; hash: Hash };

/** A completed transaction has no hash when somebody else sent what was signed. */
export type End<K extends TransactionKind> =
  | { state: "completed"; transactionHash: Hash | null; result: Results[K] }
  | { state: "failed"; transactionHash: Hash | null; error: string };

/** What differs between kinds. Every function may run more than once. */
export type Kind<K extends TransactionKind> = {
  /**
   * What to sign.
   * @throws CallRevertedError and AppError that is not retryable: it can never be done
   */
  prepare(
    ctx: TransactionContext,
    chain: LaunchChain,
    transaction: Transaction<K>,
  ): Promise<Prepared>;
  /** How it ended by the chain, or null while that is unknown. `outcome` is null while not mined. */
  findEnd(
    ctx: TransactionContext,
    chain: LaunchChain,
    transaction: Transaction<K>,
    outcome: Outcome | null,
  ): Promise<End<K> | null>;
  /** Work before signing. */
  begin?(ctx: TransactionContext, transaction: Transaction<K>): Promise<void>;
  /** Whether the chain has it already, so that a refused call is no failure. */
  isDone?(chain: LaunchChain, transaction: Transaction<K>): Promise<boolean>;
  /**
   * Whether it ends as failed when the job engine gives up. The others stay open, and the schedule
   * starts them again.
   */
  failsWhenGivenUp?: true;
};

export const REVERTED = "The transaction reverted";

/** The end of a transaction that returns nothing but its hash. */
export function endOf({ status, hash }: Outcome): End<"manager" | "withdrawal" | "share_change"> {
  if (status === "success") return { state: "completed", transactionHash: hash, result: {} };
  return { state: "failed", transactionHash: hash, error: REVERTED };
}
