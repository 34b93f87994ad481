import type { Address, Hash, Hex } from "viem";
import type { Recipient } from "../domain/fee-split";
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

/** A call of the server wallet: what a transaction is made of. */
export type Call = { to: Address; data: Hex };

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
  /** Who holds a token's fee stream: its manager, or its creator. */
  feeStreamHolder(token: Address): Promise<Address>;
  /** Where this manager will stand. */
  predictManager(manager: NewManager): Promise<Address>;
  /** See MANAGER_KINDS; 0 when the address is not a manager of ours. */
  managerKind(address: Address): Promise<number>;

  launchCall(launch: Launch): Call;
  managerCall(manager: NewManager): Call;

  /** Runs a call without sending it and answers the gas it needs. Throws CallRevertedError. */
  estimateGas(call: Call): Promise<bigint>;
  estimateFees(): Promise<Fees>;
  /** The nonce after the wallet's mined transactions. */
  transactionCount(): Promise<number>;
  sign(call: Call, nonce: number, gas: bigint, fees: Fees): Promise<SignedTransaction>;
  /** The same transaction with fees raised by at least an eighth, as nodes ask of a replacement. */
  signRaised(rawTransaction: Hex, fees: Fees): Promise<SignedTransaction>;
  /** A transaction that does nothing but use up a nonce. */
  signNothing(nonce: number, fees: Fees): Promise<SignedTransaction>;
  /** Sends signed bytes. That the node knows them already is a success. */
  broadcast(rawTransaction: Hex): Promise<void>;
  findReceipt(hash: Hash): Promise<"success" | "reverted" | null>;
};
