import type { Address, Hash, Hex } from "viem";
import type { Deployment } from "../schemas/deployment";

/** What the launchpad contract is told about a launch. `marketCapUsdc` has 6 decimals. */
export type LaunchCall = {
  name: string;
  symbol: string;
  tokenUri: string;
  creator: Address;
  creatorShareBps: number;
  marketCapUsdc: bigint;
  launchId: Hex;
};

/** Fees of an EIP-1559 transaction, in wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

export type SignedTransaction = { rawTransaction: Hex; hash: Hash };

/** What a mined launch transaction did. */
export type LaunchReceipt =
  | { status: "launched"; token: Address; blockNumber: bigint }
  | { status: "reverted"; blockNumber: bigint };

/** Thrown when the contract would refuse or has refused a launch; `message` is for people. */
export class LaunchRevertedError extends Error {
  override readonly name = "LaunchRevertedError";
}

/**
 * One chain as the launch pipeline sees it. Every call may throw when the node does not answer;
 * only LaunchRevertedError is final.
 */
export type LaunchChain = {
  deployment: Deployment;
  serverWallet: Address;
  /** Whether the node answers with the right chain id within a second. */
  isHealthy(): Promise<boolean>;
  /** Where the token of this launch will stand. */
  predictToken(call: LaunchCall): Promise<Address>;
  /** The token that this wallet has launched under an id, or null. */
  findToken(launchId: Hex): Promise<Address | null>;
  /** Runs the launch without sending it and answers the gas it needs. Throws LaunchRevertedError. */
  simulate(call: LaunchCall): Promise<bigint>;
  estimateFees(): Promise<Fees>;
  /** The nonce after the wallet's mined transactions. */
  transactionCount(): Promise<number>;
  sign(call: LaunchCall, nonce: number, gas: bigint, fees: Fees): Promise<SignedTransaction>;
  /** Sends signed bytes. That the node knows them already is a success. */
  broadcast(rawTransaction: Hex): Promise<void>;
  findReceipt(hash: Hash): Promise<LaunchReceipt | null>;
};
