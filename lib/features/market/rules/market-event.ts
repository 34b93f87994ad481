import type { Address, Hex } from "viem";
import type { ManagerKind } from "@/lib/features/managers/rules/manager-kind";

/**
 * Decoded events that the indexer reads from a chain. Addresses and hashes are lower-case hex;
 * `time` is the block's Unix seconds. (block, logIndex) is unique per chain and defines the order.
 */
export type EventPosition = { block: number; logIndex: number; time: number; txHash: Hex };

export type LaunchEvent = EventPosition & {
  kind: "launch";
  token: Address;
  poolId: Hex;
  creator: Address;
  feeOwner: Address;
  launcher: Address;
  launchId: Hex;
  managerKind: ManagerKind | "none";
  manager: Address | null;
  supplyWei: bigint;
  sqrtPriceX96: bigint;
  tick: number;
  name: string;
  symbol: string;
  tokenUri: string;
  feeShareBps: number;
  marketCapUsdc: bigint;
  startTime: number;
  /** Fee of a purchase at `startTime` in basis points; 0 without launch protection. */
  protectionStartBps: number;
  /** When that fee has fallen to the trading fee; Unix seconds, 0 without launch protection. */
  protectionEnd: number;
  /** Percent of the trading fee for the referrer of a trade. */
  referralPercent: number;
};

/** The creator's purchase in the transaction of the launch. It follows `launch`. */
export type FirstBuyEvent = EventPosition & {
  kind: "firstBuy";
  token: Address;
  creator: Address;
  ethWei: bigint;
  tokensWei: bigint;
};

/** A swap; amounts are positive towards the pool. */
export type SwapEvent = EventPosition & {
  kind: "swap";
  poolId: Hex;
  sender: Address;
  /** Sender of the transaction; null until it is looked up. */
  trader: Address | null;
  ethToPoolWei: bigint;
  tokenToPoolWei: bigint;
  /** The whole fee: of the creator, of the referrer, and of the bid wall, which gets the rest. */
  feeWei: bigint;
  creatorFeeWei: bigint;
  referralWei: bigint;
  sqrtPriceX96: bigint;
  tick: number;
};

/** Mints come from, burns go to the zero address. */
export type TransferEvent = EventPosition & {
  kind: "transfer";
  token: Address;
  from: Address;
  to: Address;
  amountWei: bigint;
};

export type FeeStreamTransferEvent = EventPosition & {
  kind: "feeStreamTransfer";
  token: Address;
  from: Address;
  to: Address;
};

export type FeeClaimEvent = EventPosition & {
  kind: "feeClaim";
  token: Address;
  to: Address;
  amountWei: bigint;
};

export type WallMoveEvent = EventPosition & {
  kind: "wallMove";
  poolId: Hex;
  ethPlacedWei: bigint;
  ethReturnedWei: bigint;
  tokensBurnedWei: bigint;
  tickLower: number;
  tickUpper: number;
};

export type EventShare = { account: Address; share: number };

/** An event of a manager or its factory. Source: contracts/src/interfaces/IManager.sol. */
export type ManagerEvent = EventPosition & { manager: Address } & (
    | { kind: "managerCreated"; managerKind: ManagerKind; owner: Address }
    | { kind: "revenueTerms"; recipient: Address; feeBps: number }
    | { kind: "splitTerms"; creatorFirstBps: number; recipients: EventShare[] }
    | { kind: "managerOwner"; owner: Address }
    | { kind: "tokenAttached"; token: Address; payee: Address }
    /** All later income of the token goes to its payee. */
    | { kind: "tokenDropped"; token: Address }
    | { kind: "payeeChanged"; token: Address; payee: Address }
    /** `token` is null for ETH that was sent to the manager as a whole. */
    | {
        kind: "received";
        token: Address | null;
        payee: Address;
        amountWei: bigint;
        payeeWei: bigint;
      }
    | { kind: "paid"; account: Address; amountWei: bigint }
    | { kind: "sharesChanged"; generation: number; recipients: EventShare[] }
    /** `synced`: the tokens that the call named, or null when unknown. */
    | { kind: "protocolRecipient"; recipient: Address; synced: ReadonlySet<Address> | null }
  );

export type ManagerEventKind = ManagerEvent["kind"];

export type MarketEvent =
  | LaunchEvent
  | FirstBuyEvent
  | SwapEvent
  | TransferEvent
  | FeeStreamTransferEvent
  | FeeClaimEvent
  | WallMoveEvent
  | ManagerEvent;
