import type { Address, Hash, Hex } from "viem";
import type { NewManager } from "@/lib/drivers/chain/chain-types";
import type { PersonIdentity } from "@/lib/drivers/wallets/wallet-owners";
import type { Payable } from "@/lib/features/fees/rules/payout";
import type { TokenDescription } from "@/lib/features/launch/rules/token-metadata";
import type { Treasury } from "@/lib/features/launch/rules/treasury";
import type { Share } from "@/lib/features/managers/rules/fee-split";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Identity } from "@/lib/shared/identity";
import type { TransactionKind, TransactionState } from "./rules";

/** Gas limit and fees of a transaction that a managed wallet pays for, as its user confirmed them. */
type WalletGas = { gas: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };
/** `feeWei`: the maximum fee that the user confirmed, with a rollup's data fee; earlier releases stored none. */
type ConfirmedGas = WalletGas & { feeWei?: bigint };

/** Input of each kind. Stored as JSON; bigint stays exact. */
export type Payloads = {
  launch: {
    token: TokenDescription;
    tokenUri: string;
    creator: Address;
    /** The identity that the request names as creator; unverified until its owner signs in. */
    creatorIdentity: Identity | null;
    treasury: Treasury;
    feeShareBps: number;
    marketCapUsdc: bigint;
    launchId: Hex;
    /** When trading opens, in Unix seconds; absent means at once. */
    startTime?: number;
    /** Purchases cost more at first; absent means no. */
    launchProtection?: true;
    /** Percent of the trading fee for the referrer of a trade; absent means 0. */
    referralPercent?: number;
    expectedAddress: Address;
  };
  manager: {
    manager: NewManager;
    managerAddress: Address;
    /** Id of the recipient's managed wallet at its provider, for the answer; absent if it has none. */
    recipientUserId?: string;
  };
  payout: { account: Address } & Payable;
  /** A transfer that the managed wallet sends, with the fees that the user confirmed. */
  withdrawal: {
    identity: PersonIdentity;
    wallet: Address;
    to: Address;
    valueWei: bigint;
  } & ConfirmedGas;
  /** A trade that the managed wallet sends. Its calls are encoded when it is signed. */
  trade: {
    identity: PersonIdentity;
    wallet: Address;
    side: TradeSide;
    token: Address;
    /** Smallest units of what is spent. */
    amountIn: bigint;
    minimumOut: bigint;
    /** Unix seconds; the trade reverts after this time. */
    deadline: bigint;
    referrer: Address | null;
    /** Output and trading fee that were quoted when it was accepted. */
    expectedOut: bigint;
    tradingFeeWei: bigint;
    /** ETH that it spends or receives, counted against the limits of its user. */
    valueWei: bigint;
    /** Whether its user had just signed in. */
    isRecent: boolean;
    /** Maximum cost of the trade and its approval. */
    networkFeeWei: bigint;
    /** Gas limit of the token approval before a sale; null if none is needed. */
    approvalGas: bigint | null;
  } & WalletGas;
  /** Lets Permit2 transfer what one sale sells, and nothing more. */
  trade_approval: {
    identity: PersonIdentity;
    wallet: Address;
    token: Address;
    amount: bigint;
  } & WalletGas;
  /** A change that the managed wallet signs and the server wallet sends. */
  share_change: {
    identity: PersonIdentity;
    wallet: Address;
    manager: Address;
    recipients: Share[];
    /** Unix seconds. */
    deadline: bigint;
    nonce: bigint;
  };
  /** Drops a token from a dynamic split; the managed wallet of the moderator sends it. */
  token_drop: {
    identity: PersonIdentity;
    wallet: Address;
    manager: Address;
    token: Address;
  } & ConfirmedGas;
  /** A launch that `sender` sends with a permit of the server wallet. */
  prepared_launch: Payloads["launch"] & {
    sender: Address;
    /** When the permit expires, in Unix seconds. */
    deadline: bigint;
    firstBuyWei: bigint;
    slippageBps: number;
  };
};

/** Result of each kind when it is completed. */
export type Results = {
  launch: { tokenAddress: Address; managerAddress: Address | null };
  manager: Record<string, never>;
  payout: { paidWei: bigint };
  withdrawal: Record<string, never>;
  share_change: Record<string, never>;
  token_drop: Record<string, never>;
  prepared_launch: Results["launch"];
  trade: { amountOut: bigint };
  trade_approval: Record<string, never>;
};

export type NewTransaction<K extends TransactionKind = TransactionKind> = {
  id: string;
  kind: K;
  chain: ChainSlug;
  payload: Payloads[K];
  /** Key of the history that lists it: wallet of a payout or trade, account id of a withdrawal, share change or dropped token. */
  owner?: string;
  /** Unique among open transactions. */
  exclusiveKey?: string;
};

export type Transaction<K extends TransactionKind = TransactionKind> = {
  id: string;
  kind: K;
  chain: ChainSlug;
  payload: Payloads[K];
  state: TransactionState;
  result: Results[K] | null;
  transactionHash: Hash | null;
  error: string | null;
  mayHaveSucceeded: boolean;
  createdAt: Date;
};

/** Narrows a transaction to its kind. */
export function isOfKind<K extends TransactionKind>(
  transaction: Transaction,
  kind: K,
): transaction is Transaction<K> {
  return transaction.kind === kind;
}
