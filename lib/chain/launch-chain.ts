import type { Address, Hash, Hex } from "viem";
import type { Recipient } from "../domain/fee-split";
import type { Payable } from "../domain/payout";
import type { Treasury } from "../domain/treasury";
import type { Deployment } from "../schemas/deployment";

/** What the launchpad contract is told about a launch. `marketCapUsdc` has 6 decimals. */
export type Launch = {
  name: string;
  symbol: string;
  tokenUri: string;
  creator: Address;
  creatorShareBps: number;
  marketCapUsdc: bigint;
  launchId: Hex;
  treasury: Treasury;
};

/** A manager to be made on its own. The salt makes its address, so one salt is one manager. */
export type NewManager = { salt: Hex; owner: Address } & (
  | { kind: "revenue"; protocolRecipient: Address; protocolFeeBps: number }
  | { kind: "static" | "dynamic"; creatorShareBps: number; recipients: readonly Recipient[] }
);

/** A manager on chain. `kind`: see MANAGER_KINDS; recipients of a revenue manager: its protocol's. */
export type ManagerState = {
  kind: number;
  owner: Address;
  recipients: { account: Address; splitMicroPercent: number }[];
};

/** A call of the server wallet: what a transaction is made of. */
export type Call = { to: Address; data: Hex; value?: bigint };

/** Fees of an EIP-1559 transaction, in wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

export type SignedTransaction = { rawTransaction: Hex; hash: Hash; maxFeePerGas: bigint };

/** Thrown when the contract would refuse a call; `message` is for people. */
export class CallRevertedError extends Error {
  override readonly name = "CallRevertedError";

  /** The server's bundle and the web build each have a copy of this class; both are meant. */
  static override [Symbol.hasInstance](value: unknown): value is CallRevertedError {
    return value instanceof Error && value.name === "CallRevertedError";
  }
}

/**
 * One chain as the launch interface sees it. Every call may throw when the node does not answer;
 * only CallRevertedError is final.
 */
export type LaunchChain = {
  deployment: Deployment;
  serverWallet: Address;
  /** Whether the node answers with the right chain id within a second. */
  isHealthy(): Promise<boolean>;

  /** Where the token of this launch will stand. */
  predictToken(launch: Launch): Promise<Address>;
  /** The token that this wallet has launched under an id, or null. */
  findToken(launchId: Hex): Promise<Address | null>;
  /** The transaction that launched a token, read from its log; null when the node has none. */
  findLaunchHash(token: Address): Promise<Hash | null>;
  /** Who holds a token's fee stream: its manager, or its creator. */
  feeStreamHolder(token: Address): Promise<Address>;
  /** Where this manager will stand. */
  predictManager(manager: NewManager): Promise<Address>;
  /** See MANAGER_KINDS; 0 when the address is not a manager of ours. */
  managerKind(address: Address): Promise<number>;

  /** A manager as it stands, or null when the address is no manager of ours. */
  readManager(address: Address): Promise<ManagerState | null>;
  /**
   * Who holds the fee stream of each token and what a claim of it would pay now, in wei; null for
   * an address that is no token of this launchpad.
   */
  streamsOf(
    tokens: readonly Address[],
  ): Promise<({ holder: Address; claimableWei: bigint } | null)[]>;
  /**
   * Wei that each manager would pay to `account` now, once the streams of `tokens` are claimed
   * into it; tokens of other managers and addresses that are no manager count nothing.
   */
  releasableWei(
    account: Address,
    tokens: readonly Address[],
    managers: readonly Address[],
  ): Promise<readonly bigint[]>;
  /** Wei that a mined transaction has paid to `account` from a stream or a manager. */
  findPaidWei(hash: Hash, payment: { account: Address; source: Address }): Promise<bigint>;

  balanceOf(address: Address): Promise<bigint>;
  /** The nonce after an account's mined transactions. */
  nonceOf(address: Address): Promise<number>;
  /** The gas that a call by another account than ours needs. Throws CallRevertedError. */
  estimateGasOf(from: Address, call: Call): Promise<bigint>;
  /** Wei that the chain charges beside the gas, for its place on the layer below; with room. */
  estimateDataFeeWei(call: Call): Promise<bigint>;
  /** Whether the contract at an address stands behind a signed message (ERC-1271, ERC-6492). */
  verifyMessage(signed: { address: Address; message: string; signature: Hex }): Promise<boolean>;

  launchCall(launch: Launch): Call;
  managerCall(manager: NewManager): Call;
  /** Pays `account` what waits for it; anybody may send it, and only `account` is paid. */
  payoutCall(account: Address, payable: Pick<Payable, "kind" | "source" | "tokens">): Call;
  /** Replaces the recipients of a dynamic split; only its moderator may send it. */
  sharesCall(manager: Address, recipients: readonly Recipient[]): Call;

  /** Runs a call without sending it and answers the gas it needs. Throws CallRevertedError. */
  estimateGas(call: Call): Promise<bigint>;
  estimateFees(): Promise<Fees>;
  /** The nonce after the wallet's mined transactions. */
  transactionCount(): Promise<number>;
  sign(call: Call, nonce: number, gas: bigint, fees: Fees): Promise<SignedTransaction>;
  /**
   * The same transaction with fees raised by at least an eighth, as nodes ask of a replacement; at
   * its nonce, or at a new one when that was used for something else.
   */
  signRaised(rawTransaction: Hex, fees: Fees, newNonce?: number): Promise<SignedTransaction>;
  /** A transaction that does nothing but use up a nonce. */
  signNothing(nonce: number, fees: Fees): Promise<SignedTransaction>;
  /** Sends signed bytes. That the node knows them already is a success. */
  broadcast(rawTransaction: Hex): Promise<void>;
  findReceipt(hash: Hash): Promise<"success" | "reverted" | null>;
};
