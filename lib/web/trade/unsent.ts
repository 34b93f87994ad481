import type { TradeProblemCode } from "@/lib/features/trade/rules/problems";

/**
 * Problems of a request to send with which a wallet has sent nothing: the user or the wallet has
 * refused it, or its simulation failed. After all others, such as a lost connection to the wallet,
 * the transaction may be sent.
 */
const UNSENT: readonly TradeProblemCode[] = [
  "rejected",
  "wrong_chain",
  "wallet_busy",
  "unsupported",
  "underpriced",
  "insufficient_eth",
  "insufficient_tokens",
  "price_moved",
  "expired",
  "too_large",
  "too_small",
  "not_started",
  "no_pool",
  "unpayable",
  "permission",
  "refused",
];

/** Whether a wallet that reported this problem has sent nothing. */
export function isUnsent(code: TradeProblemCode): boolean {
  return UNSENT.includes(code);
}
