import type { Address, Hash, Hex } from "viem";
import { BaseError, InsufficientFundsError } from "viem";
import type { Treasury } from "@/lib/features/launch/rules/treasury";
import type { Recipient, Share } from "@/lib/features/managers/rules/fee-split";
import type { ManagerKind, SplitKind } from "@/lib/features/managers/rules/manager-kind";
import type { ContractError } from "@/lib/shared/abi/decode-contract-error";
import { cleanText } from "@/lib/shared/text/clean-text";

/** Parameters of a launch for the launchpad contract. `marketCapUsdc` has 6 decimals. */
export type Launch = {
  name: string;
  symbol: string;
  tokenUri: string;
  creator: Address;
  feeShareBps: number;
  marketCapUsdc: bigint;
  launchId: Hex;
  /** When trading opens, in Unix seconds; absent, like a time in the past, means at once. */
  startTime?: number | undefined;
  /** Whether purchases cost more at first; absent means no. */
  launchProtection?: boolean | undefined;
  /** Percent of the trading fee for the referrer of a trade, 0 to 20; absent means 0. */
  referralPercent?: number | undefined;
  treasury: Treasury;
};

/**
 * A manager created on its own. The salt determines its address, so one salt creates one manager.
 */
export type NewManager = { salt: Hex; owner: Address } & (
  | { kind: "revenue"; protocolRecipient: Address; protocolFeeBps: number }
  | { kind: SplitKind; creatorFirstBps: number; recipients: readonly Recipient[] }
);

/** A manager on chain. The recipient of a revenue manager is its protocol's address. */
export type ManagerState = {
  kind: ManagerKind;
  owner: Address;
  recipients: Share[];
};

/** A contract call. It carries no ETH: the server wallet pays only gas. */
export type Call = { to: Address; data: Hex };

/** A call that another wallet sends, with ETH. */
export type PayableCall = Call & { valueWei: bigint };

/** A transfer of ETH from a managed wallet. */
export type Transfer = { to: Address; valueWei: bigint };

/** Fees of an EIP-1559 transaction, in wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

export type SignedTransaction = { rawTransaction: Hex; hash: Hash; maxFeePerGas: bigint };

const REFUSES = "The contract refuses: ";
const ERROR_LENGTH_MAX = 500;

/** Thrown when the contract would revert. `message` is stored, and shown to users. */
export class CallRevertedError extends Error {
  override readonly name = "CallRevertedError";
  /** The contract's error; null if the node does not name it. */
  readonly errorName: string | null;

  constructor(error: ContractError | null, options: ErrorOptions) {
    super(error === null ? "The contract reverted" : `${REFUSES}${clean(error.text)}`, options);
    this.errorName = error === null ? null : clean(error.name);
  }
}

/** A text of a foreign contract may have any length and characters that no column or log accepts. */
function clean(text: string): string {
  return cleanText(text, { lengthMax: ERROR_LENGTH_MAX, newlines: false });
}

/** The contract's error in the stored message of a `CallRevertedError`; null for other texts. */
export function errorNameIn(message: string): string | null {
  // Messages of earlier versions are the name alone.
  const text = message.startsWith(REFUSES) ? message.slice(REFUSES.length) : message;
  return /^\w+/.exec(text)?.[0] ?? null;
}

/** Whether a node refused a transaction because the wallet cannot pay for it. */
export function isUnfunded(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    InsufficientFundsError.nodeMessage.test(error.details.toLowerCase())
  );
}
