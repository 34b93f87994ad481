import { NETWORK_PROBLEM } from "./network-problem";

/**
 * Texts for failed trades. `next` is the recommended step: `edit` the amount or settings, `requote`
 * for a new price, `retry` unchanged, `fund` the account, `switch` the wallet's chain, `watch` a
 * transaction that may still be mined, or `none`.
 */
export const TRADE_PROBLEMS = {
  rejected: {
    title: "Rejected in your wallet",
    detail: "Nothing was sent or spent.",
    next: "retry",
  },
  price_moved: {
    title: "The price moved too far",
    detail: "You would have received less than your minimum. The trade did not execute.",
    next: "requote",
  },
  expired: {
    title: "The trade expired",
    detail: "The deadline passed before it was mined. Accept a new price or set a longer deadline.",
    next: "requote",
  },
  insufficient_eth: {
    title: "Not enough ETH",
    detail: "The balance does not cover the amount plus gas.",
    next: "fund",
  },
  insufficient_tokens: {
    title: "Not enough tokens",
    detail: "The balance is smaller than the amount to sell.",
    next: "edit",
  },
  too_large: {
    title: "Not enough liquidity",
    detail: "The pool cannot fill this trade. Try a smaller amount.",
    next: "edit",
  },
  too_small: {
    title: "The amount is too small",
    detail: "The trade would return nothing. Try a larger amount.",
    next: "edit",
  },
  not_started: {
    title: "Trading has not started",
    detail: "The creator set a later start time.",
    next: "requote",
  },
  no_pool: {
    title: "No pool found",
    detail: "This token was not launched on this chain by this launchpad.",
    next: "none",
  },
  unpayable: {
    title: "Your account cannot receive ETH",
    detail: "It is a contract that rejects ETH payments. Sell from another account.",
    next: "none",
  },
  permission: {
    title: "The approval is no longer valid",
    detail: "Your signature or approval was outdated. Try again to sign a new one.",
    next: "retry",
  },
  wrong_chain: {
    title: "Your wallet is on another chain",
    detail: "Switch to this token’s chain and try again.",
    next: "switch",
  },
  wallet_busy: {
    title: "Your wallet has an open request",
    detail:
      "Open your wallet. Reject the request and try again, or confirm it and do not trade again.",
    next: "retry",
  },
  wallet_gone: {
    title: "The wallet is not connected",
    detail: "It may be locked or disconnected. Connect it again.",
    next: "retry",
  },
  other_wallet: {
    title: "Your wallet uses another account",
    detail:
      "Nothing was signed or sent. Check which account this page shows now, then confirm again.",
    next: "edit",
  },
  unsupported: {
    title: "Not supported by your wallet",
    detail: "Your wallet does not support a request that this trade needs. Try another wallet.",
    next: "none",
  },
  underpriced: {
    title: "The gas fee is too low",
    detail:
      "The fee was too low, or an older transaction of your wallet is still pending. Nothing was sent. Raise the fee in your wallet.",
    next: "retry",
  },
  maybe_sent: {
    title: "Your wallet may have sent the transaction",
    detail: "Look in your wallet for it, or for an open request, before you try again.",
    next: "none",
  },
  no_response: {
    title: "The wallet did not respond",
    detail: "Unlock your wallet, reject any request that is still open in it, and try again.",
    next: "retry",
  },
  permit_expired: {
    title: "The permit has expired",
    detail: "Reject the request in your wallet and launch again.",
    next: "retry",
  },
  cancelled: {
    title: "The transaction was canceled",
    detail: "It was replaced by another transaction in your wallet. The trade did not execute.",
    next: "retry",
  },
  reverted: {
    title: "The transaction failed",
    detail: "The contracts rejected the trade. Only gas was spent.",
    next: "requote",
  },
  refused: {
    title: "The trade would fail",
    detail: "The contracts would reject it, so it was not sent.",
    next: "requote",
  },
  not_sent: {
    title: "Your wallet did not send the trade",
    detail: "It gave up and will not try again. Nothing was traded.",
    next: "retry",
  },
  no_swap: {
    title: "The trade is not in the transaction",
    detail: "It was mined, but without this trade. Look at it before you trade again.",
    next: "none",
  },
  not_mined: {
    title: "Not mined yet",
    detail:
      "The transaction was sent and may still succeed. Dismiss it only if your wallet shows that it was dropped.",
    next: "watch",
  },
  approval_pending: {
    title: "The approval is not mined yet",
    detail: "The trade was not sent. Try again: an approval that is mined by then is not repeated.",
    next: "retry",
  },
  approval_too_small: {
    title: "The approval is too small",
    detail:
      "Your wallet approved less than the amount to sell, so the trade was not sent. Try again without a lower spending cap, or sell less.",
    next: "retry",
  },
  slow_down: {
    title: "Too many requests",
    detail: "Wait a few seconds, then try again.",
    next: "retry",
  },
  network: NETWORK_PROBLEM,
  unknown: {
    title: "Something went wrong",
    detail: "The wallet or chain returned an unknown error.",
    next: "retry",
  },
} as const satisfies Record<string, { title: string; detail: string; next: TradeNext }>;

/**
 * Text of a failed trade.
 * @param isApproved whether an approval before it was mined, so that its gas was spent
 */
export function detailOf(code: TradeProblemCode, isApproved: boolean): string {
  return isApproved && code === "rejected"
    ? "The trade was not sent. The approval before it was mined; only its gas was spent."
    : TRADE_PROBLEMS[code].detail;
}

export type TradeNext = "edit" | "requote" | "retry" | "fund" | "switch" | "watch" | "none";
export type TradeProblemCode = keyof typeof TRADE_PROBLEMS;

/** Maps errors of the launchpad's and Uniswap's contracts to trade problems. */
export const REVERT_MEANINGS: Readonly<Record<string, TradeProblemCode>> = {
  V4TooLittleReceived: "price_moved",
  V4TooMuchRequested: "price_moved",
  TransactionDeadlinePassed: "expired",
  SignatureExpired: "permission",
  AllowanceExpired: "permission",
  InsufficientAllowance: "permission",
  InvalidNonce: "permission",
  InvalidSignature: "permission",
  InvalidSigner: "permission",
  InvalidSignatureLength: "permission",
  InvalidContractSignature: "permission",
  InsufficientETH: "insufficient_eth",
  InsufficientBalance: "insufficient_tokens",
  InsufficientToken: "insufficient_tokens",
  TRANSFER_FROM_FAILED: "insufficient_tokens",
  NotEnoughLiquidity: "too_large",
  PartialFill: "too_large",
  BelowFloor: "too_large",
  SafeCastOverflow: "too_large",
  Overflow: "too_large",
  SwapAmountCannotBeZero: "too_small",
  NativeTransferFailed: "unpayable",
  NotStarted: "not_started",
  UnknownPool: "no_pool",
  PoolNotInitialized: "no_pool",
};

/** The trade problem that a contract's error means; null for one that has no meaning of its own. */
export function meaningOfRevert(errorName: string | null): TradeProblemCode | null {
  // A contract chooses its text, such as "constructor".
  if (errorName === null || !Object.hasOwn(REVERT_MEANINGS, errorName)) return null;
  return REVERT_MEANINGS[errorName] ?? null;
}
