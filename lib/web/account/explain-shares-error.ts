import { ApiError } from "@slipway-launchpad/client";
import type { Hash } from "viem";
import type { TradeProblemCode } from "@/lib/features/trade/rules/problems";
import { formatCountdown } from "../format/format-time";
import { OfflineError } from "../run-online";
import { problemOf } from "../trade/explained";
import { userMessage } from "../user-message";
import { OtherWalletError } from "./other-wallet-error";

export type SharesProblem = {
  text: string;
  /** The transaction that failed or is pending. */
  hash: Hash | null;
  mayStillBeMined: boolean;
  /** Whether the moderator's external wallet has to be connected. */
  needsWallet: boolean;
};

/** Overrides of the texts for trades. */
function textOf(code: TradeProblemCode, unchanged: string): string | undefined {
  const texts: Partial<Record<TradeProblemCode, string>> = {
    reverted: `The transaction failed. ${unchanged}; only gas was spent.`,
    cancelled: `The transaction was canceled in your wallet. ${unchanged}.`,
    refused: `The transaction would fail, so it was not sent. ${unchanged}.`,
    not_mined: "Not mined yet. The network is slow; the transaction may still succeed.",
    wrong_chain: "Your wallet is on another chain. Switch to the split’s chain and try again.",
  };
  return texts[code];
}

/** Texts of one kind of action. Sentences without their period. */
export type SharesTexts = {
  /** Reports that nothing has changed. */
  unchanged: string;
  /** The next step after a lost response; null if the request changes nothing. */
  afterLost: string | null;
};

/** Texts of a change of shares. */
export const CHANGE_TEXTS: SharesTexts = {
  unchanged: "The shares are unchanged",
  afterLost: "It may already be sent; your activity shows the result",
};

/** Explains to the user why a change of a split failed, with a next step. */
export function explainShares(error: Error, texts = CHANGE_TEXTS): SharesProblem {
  const { unchanged } = texts;
  if (error instanceof OfflineError) {
    return settled("You’re offline. Nothing was sent. Try again when you are online.");
  }
  if (error.cause instanceof OtherWalletError) {
    const text = "The moderator is another wallet. Connect that wallet and try again.";
    return { ...settled(text), needsWallet: true };
  }
  if (error instanceof ApiError) return settled(explainApiError(error, texts));
  const { code, title, detail, hash } = problemOf(error);
  return {
    text: textOf(code, unchanged) ?? `${title}. ${detail}`,
    hash,
    mayStillBeMined: code === "not_mined",
    needsWallet: code === "wallet_gone",
  };
}

function explainApiError(error: ApiError, { unchanged, afterLost }: SharesTexts): string {
  if (error.isOutcomeUnknown && afterLost !== null) return `No response yet. ${afterLost}.`;
  const message = `${userMessage(error)}. ${unchanged}.`;
  if (error.status === 429) {
    return `${message} Try again ${formatCountdown(error.retryAfterSeconds ?? 60)}.`;
  }
  return `${message} ${error.retryable ? "Try again." : "Fix it and try again."}`;
}

function settled(text: string): SharesProblem {
  return { text, hash: null, mayStillBeMined: false, needsWallet: false };
}
