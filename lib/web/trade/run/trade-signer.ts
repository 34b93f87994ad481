import type { Address, Hash, Hex } from "viem";
import type { consentMessage } from "@/lib/features/managers/rules/attach-consent";
import type { permitTypedData } from "@/lib/features/trade/rules/permit";

export type TradeCall = { to: Address; data: Hex; value: bigint };

/** Signs and sends a trade: a burner wallet of this browser or the user's wallet. */
export type TradeSigner = {
  address: Address;
  /** Sends one transaction with this gas limit and returns its hash. */
  sendTransaction(call: TradeCall & { gas: bigint }): Promise<Hash>;
  signPermit(data: ReturnType<typeof permitTypedData>): Promise<Hex>;
  /** Signs as the moderator of a dynamic split. */
  signConsent(data: ReturnType<typeof consentMessage>): Promise<Hex>;
  /**
   * Sends several calls as one atomic transaction and returns its hash once it is mined (EIP-5792);
   * null where that is never possible.
   */
  batch: {
    isSupported(): Promise<boolean>;
    send(calls: readonly TradeCall[]): Promise<Hash>;
  } | null;
};
