/**
 * What can stop a trade, in words. `next` is the step that helps: `edit` the amount or settings,
 * `requote` for a new price, `retry` the same, `fund` the account, `switch` the wallet's chain,
 * `watch` a transaction that may still be mined, `none` when only time or another token helps.
 */
export const TRADE_PROBLEMS = {
  rejected: {
    title: "You declined in your wallet",
    detail: "Nothing was sent and nothing was spent.",
    next: "retry",
  },
  price_moved: {
    title: "The price moved too far",
    detail: "You would have received less than your minimum, so the trade was not made.",
    next: "requote",
  },
  expired: {
    title: "The trade was too late",
    detail: "Its deadline passed before it was mined. Take a new price or a longer deadline.",
    next: "requote",
  },
  insufficient_eth: {
    title: "Not enough ETH",
    detail: "The account can't pay the amount and the network fee together.",
    next: "fund",
  },
  insufficient_tokens: {
    title: "Not enough tokens",
    detail: "The account holds fewer tokens than this trade sells.",
    next: "edit",
  },
  too_large: {
    title: "The pool can't fill this trade",
    detail: "There is not enough on the other side of the pool. Try a smaller amount.",
    next: "edit",
  },
  too_small: {
    title: "The amount is too small",
    detail: "At this size nothing would come out of the pool. Try a larger amount.",
    next: "edit",
  },
  not_started: {
    title: "Trading has not started",
    detail: "The creator set a later start for this token.",
    next: "requote",
  },
  no_pool: {
    title: "This token has no pool here",
    detail: "It was not launched on this chain by this launchpad.",
    next: "none",
  },
  unpayable: {
    title: "Your account refuses ETH",
    detail: "It is a contract that takes no plain payments. Sell from another account.",
    next: "none",
  },
  permission: {
    title: "The permission did not hold",
    detail: "Your signature or approval was out of date. Trying again asks for a new one.",
    next: "retry",
  },
  wrong_chain: {
    title: "Your wallet is on another chain",
    detail: "Switch it to this token's chain and try again.",
    next: "switch",
  },
  wallet_busy: {
    title: "Your wallet has a request open",
    detail: "Open the wallet, answer what it asks, then try again.",
    next: "retry",
  },
  wallet_gone: {
    title: "The wallet is not connected",
    detail: "It may be locked, or it was disconnected. Connect it again.",
    next: "retry",
  },
  unsupported: {
    title: "Your wallet can't do this",
    detail: "It does not know a request that this trade needs. Another wallet may.",
    next: "none",
  },
  cancelled: {
    title: "The transaction was cancelled",
    detail: "It was replaced by another one in your wallet. The trade was not made.",
    next: "retry",
  },
  reverted: {
    title: "The trade failed on chain",
    detail: "The contracts refused it. Only the network fee was spent.",
    next: "requote",
  },
  refused: {
    title: "The trade would fail",
    detail: "The contracts refuse it, so it was not sent.",
    next: "requote",
  },
  not_mined: {
    title: "Not mined yet",
    detail: "The network is slow. The transaction may still go through.",
    next: "watch",
  },
  slow_down: {
    title: "Too many requests",
    detail: "The service asks to wait a few seconds.",
    next: "retry",
  },
  network: {
    title: "The chain can't be reached",
    detail: "Check your connection and try again.",
    next: "retry",
  },
  unknown: {
    title: "Something went wrong",
    detail: "The wallet or the chain answered in a way this page does not know.",
    next: "retry",
  },
} as const satisfies Record<string, { title: string; detail: string; next: TradeNext }>;

export type TradeNext = "edit" | "requote" | "retry" | "fund" | "switch" | "watch" | "none";
export type TradeProblemCode = keyof typeof TRADE_PROBLEMS;

/** Names of contract errors, of our contracts and Uniswap's, and what they mean to a person. */
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
