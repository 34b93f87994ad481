import type { Address, Hash, Hex } from "viem";
import type { Recipient, Share } from "../domain/fee-split";
import type { ManagerKind, SplitKind } from "../domain/manager-kind";
import type { Payable } from "../domain/payout";
import type { SharesChange } from "../domain/shares-change";
import type { Treasury } from "../domain/treasury";
import type { Deployment } from "../schemas/deployment";

/** What the launchpad contract is told about a launch. `marketCapUsdc` has 6 decimals. */
export type Launch = {
  name: string;
  symbol: string;
  tokenUri: string;
  creator: Address;
  feeShareBps: number;
  marketCapUsdc: bigint;
  launchId: Hex;
  treasury: Treasury;
};

/** A manager to be made on its own. The salt makes its address, so one salt is one manager. */
export type NewManager = { salt: Hex; owner: Address } & (
  | { kind: "revenue"; protocolRecipient: Address; protocolFeeBps: number }
  | { kind: SplitKind; creatorFirstBps: number; recipients: readonly Recipient[] }
);

/** A manager on chain; the recipient of a revenue manager is its protocol's. */
export type ManagerState = {
  kind: ManagerKind;
  owner: Address;
  recipients: Share[];
};

/** A contract call. It carries no ETH: the server wallet pays for gas and nothing else. */
export type Call = { to: Address; data: Hex };

/** A transfer of ETH out of a managed wallet. */
export type Transfer = { to: Address; valueWei: bigint };

/** Fees of an EIP-1559 transaction, in wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

export type SignedTransaction = { rawTransaction: Hex; hash: Hash; maxFeePerGas: bigint };

/** Thrown when the contract would refuse a call; `message` is for people. */
export class CallRevertedError extends Error {
  override readonly name = "CallRevertedError";
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
  /** `none` when the address is not a manager of ours. */
  managerKind(address: Address): Promise<ManagerKind | "none">;

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
  /** Unix seconds of the newest block. */
  timestamp(): Promise<bigint>;
  /** Simulates a call by another account than ours. Throws CallRevertedError. */
  simulateCall(from: Address, call: Call): Promise<void>;
  /** Gas limit for a transfer by another account than ours. Throws CallRevertedError. */
  estimateTransferGas(from: Address, transfer: Transfer): Promise<bigint>;
  /** Wei that the chain charges for a transfer's place on the layer below; with room. */
  estimateTransferDataFeeWei(): Promise<bigint>;
  /** Whether the contract at an address stands behind a signed message (ERC-1271, ERC-6492). */
  verifyMessage(signed: { address: Address; message: string; signature: Hex }): Promise<boolean>;

  launchCall(launch: Launch): Call;
  managerCall(manager: NewManager): Call;
  /** Pays `account` what waits for it; anybody may send it, and only `account` is paid. */
  payoutCall(account: Address, payable: Pick<Payable, "kind" | "source" | "tokens">): Call;
  /** Replaces the recipients of a dynamic split; only its moderator may send it. */
  sharesCall(manager: Address, recipients: readonly Recipient[]): Call;
  /** The nonce of the next signed change of a dynamic split. */
  sharesNonce(manager: Address): Promise<bigint>;
  /** Replaces the recipients of a dynamic split as its moderator signed; anyone may send it. */
  signedSharesCall(change: SharesChange, signature: Hex): Call;

  /**
   * Runs a call without sending it and returns a gas limit for it. Throws CallRevertedError.
   * @param extra gas for work that the call may find when it is mined
   */
  estimateGas(call: Call, extra?: bigint): Promise<bigint>;
  estimateFees(): Promise<Fees>;
  /** Wei in the server wallet, at most some seconds old. */
  serverBalanceWei(): Promise<bigint>;
  /** Wei that a mined transaction cost its sender in fees; null while it is not mined. */
  findFeeWei(hash: Hash): Promise<bigint | null>;
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
