import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import type { ImpactLevel } from "@/lib/features/trade/rules/figures";

/** Where the price of the order stands; `expired` ones are not traded on. */
export type QuoteState = "none" | "loading" | "failed" | "expired" | "fresh";

/** What the panel knows when it decides what its one button does. */
export type TradeSituation = {
  side: TradeSide;
  symbol: string;
  account: "loading" | "absent" | "wrong_chain" | "ready";
  /** Sandbox chains trade with a burner and have a faucet. */
  sandbox: boolean;
  chainName: string;
  /** Null while there is none; `invalid` when the text is no amount. */
  amountIn: bigint | "invalid" | null;
  /** What can be spent of it; null while unknown. */
  available: bigint | null;
  quote: QuoteState;
  impact: ImpactLevel;
  /** Whether the person has ticked that a severe impact is meant. */
  impactAccepted: boolean;
};

export type TradeAction =
  | { do: "wait" | "fix"; label: string }
  | { do: "create_burner" | "connect" | "switch" | "fund" | "requote" | "trade"; label: string };

/** The one next step. `wait` and `fix` cannot be pressed: the label says what is missing. */
export function nextAction(situation: TradeSituation): TradeAction {
  const { side, symbol, account, sandbox, amountIn, available, quote } = situation;
  if (account === "loading") return { do: "wait", label: "Loading…" };
  if (account === "absent") {
    return sandbox
      ? { do: "create_burner", label: "Create a burner account" }
      : { do: "connect", label: "Connect a wallet" };
  }
  if (account === "wrong_chain") {
    return { do: "switch", label: `Switch to ${situation.chainName}` };
  }
  if (amountIn === "invalid") return { do: "fix", label: "Check the amount" };
  if (amountIn === null) return { do: "fix", label: "Enter an amount" };
  if (available !== null && amountIn > available) {
    if (side === "sell") return { do: "fix", label: `Not enough ${symbol}` };
    return sandbox ? { do: "fund", label: "Get test ETH" } : { do: "fix", label: "Not enough ETH" };
  }
  if (quote === "failed") return { do: "requote", label: "Refresh the price" };
  if (quote === "expired") return { do: "requote", label: "Accept the new price" };
  if (quote !== "fresh" || available === null) return { do: "wait", label: "Fetching price…" };
  const verb = side === "buy" ? "Buy" : "Sell";
  if (situation.impact === "severe") {
    return situation.impactAccepted
      ? { do: "trade", label: `${verb} ${symbol} anyway` }
      : { do: "fix", label: "Accept the price impact" };
  }
  return { do: "trade", label: `${verb} ${symbol}` };
}
