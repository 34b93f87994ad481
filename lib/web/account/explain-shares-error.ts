import { ApiError } from "@slipway-launchpad/client";
import type { Hash } from "viem";
import type { TradeProblemCode } from "@/lib/features/trade/rules/problems";
import { problemOf } from "../trade/explained";
import { OtherWalletError } from "./other-wallet-error";

export type SharesProblem = {
  text: string;
  /** The transaction that failed or is pending. */
  hash: Hash | null;
  mayStillBeMined: boolean;
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

/**
 * Explains to the user why a change of a split failed, with a next step.
 * @param unchanged what is as before, as a sentence without its period
 */
export function explainShares(error: Error, unchanged = "The shares are unchanged"): SharesProblem {
  if (error.cause instanceof OtherWalletError) {
    return settled("The moderator is another wallet. Connect that wallet and try again.");
  }
  if (error instanceof ApiError) {
    const [first] = error.details;
    const message = first?.message ?? error.message;
    return settled(`${message}. ${unchanged}. Fix it and try again.`);
  }
  const { code, title, detail, hash } = problemOf(error);
  return {
    text: textOf(code, unchanged) ?? `${title}. ${detail}`,
    hash,
    mayStillBeMined: code === "not_mined",
  };
}

function settled(text: string): SharesProblem {
  return { text, hash: null, mayStillBeMined: false };
}
