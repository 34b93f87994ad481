import type { Address, Hash, Hex } from "viem";
import type { consentMessage } from "@/lib/features/managers/rules/attach-consent";
import type { permitTypedData } from "@/lib/features/trade/rules/permit";

export type TradeCall = { to: Address; data: Hex; value: bigint };

/**
 * `mined`: in this transaction, according to the wallet. `not_sent`: the wallet stopped and will not
 * retry. `reverted`: it failed on chain, in a transaction that the wallet does not return.
 */
export type BatchState = { is: "pending" | "not_sent" | "reverted" } | { is: "mined"; hash: Hash };

/** Sends several calls as one atomic transaction (EIP-5792). */
export type Batcher = {
  isSupported(): Promise<boolean>;
  /** Returns the wallet's id of the batch as soon as the user has confirmed it. */
  send(calls: readonly TradeCall[]): Promise<string>;
  /** @throws errors of the wallet, which decide nothing */
  stateOf(id: string): Promise<BatchState>;
};

/** Signs and sends a trade: a burner wallet of this browser or the user's wallet. */
export type TradeSigner = {
  address: Address;
  /** Sends one transaction with this gas limit and returns its hash. */
  sendTransaction(call: TradeCall & { gas: bigint }): Promise<Hash>;
  signPermit(data: ReturnType<typeof permitTypedData>): Promise<Hex>;
  /** Signs as the moderator of a dynamic split. */
  signConsent(data: ReturnType<typeof consentMessage>): Promise<Hex>;
  /** Null where batches are never possible. */
  batch: Batcher | null;
};
