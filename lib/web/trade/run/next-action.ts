import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import type { ImpactLevel } from "@/lib/features/trade/rules/figures";

/**
 * State of the order's price; an `expired` one cannot be traded on, nor one that is `worse` than the
 * user has seen.
 */
export type QuoteState = "none" | "loading" | "failed" | "expired" | "worse" | "fresh";

/** The panel's state, which determines what its button does. */
export type TradeSituation = {
  side: TradeSide;
  symbol: string;
  account: "loading" | "absent" | "wrong_chain" | "ready";
  /** Sandbox chains have a faucet, and trade with a burner wallet if nobody can sign in. */
  sandbox: boolean;
  /** Whether a sign-in gives the visitor an account to trade with. */
  canSignIn: boolean;
  /** Whether the account is a managed wallet of the signed-in user. */
  managed: boolean;
  chainName: string;
  /** Null while empty; `invalid` when the text is not an amount. */
  amountIn: bigint | "invalid" | null;
  /** The largest amount that the balance pays for; null while unknown. */
  available: bigint | null;
  quote: QuoteState;
  impact: ImpactLevel;
  /** Whether the user has confirmed a severe price impact. */
  impactAccepted: boolean;
};

export type TradeAction =
  | { do: "wait" | "fix"; label: string }
  | {
      do:
        | "create_burner"
        | "sign_in"
        | "connect"
        | "switch"
        | "fund"
        | "deposit"
        | "requote"
        | "accept"
        | "trade";
      label: string;
    };

/** Requests ETH from the faucet of a sandbox chain. */
export const GET_TEST_ETHER: TradeAction = { do: "fund", label: "Get test ETH" };

/** The step that the account needs before it can send a transaction on the chain; null if none. */
export function accountAction({
  account,
  sandbox,
  canSignIn,
  chainName,
}: Pick<TradeSituation, "account" | "sandbox" | "canSignIn" | "chainName">): TradeAction | null {
  if (account === "loading") return { do: "wait", label: "Loading…" };
  if (account === "absent") {
    if (!sandbox) return { do: "connect", label: "Connect a wallet" };
    return canSignIn
      ? { do: "sign_in", label: "Sign in to trade" }
      : { do: "create_burner", label: "Create a burner account" };
  }
  return account === "wrong_chain" ? { do: "switch", label: `Switch to ${chainName}` } : null;
}

/** The next step. `wait` and `fix` are disabled; their label names the missing input. */
export function nextAction(situation: TradeSituation): TradeAction {
  const { side, symbol, sandbox, amountIn, available, quote } = situation;
  const forAccount = accountAction(situation);
  if (forAccount !== null) return forAccount;
  if (amountIn === "invalid") return { do: "fix", label: "Check the amount" };
  if (amountIn === null) return { do: "fix", label: "Enter an amount" };
  if (available !== null && amountIn > available) {
    if (side === "sell") return { do: "fix", label: `Not enough ${symbol}` };
    if (sandbox) return GET_TEST_ETHER;
    return situation.managed
      ? { do: "deposit", label: "Deposit ETH" }
      : { do: "fix", label: "Not enough ETH" };
  }
  if (quote === "failed") return { do: "requote", label: "Refresh the price" };
  if (quote === "expired") return { do: "requote", label: "Accept the new price" };
  if (quote === "worse") return { do: "accept", label: "Accept the new price" };
  if (quote !== "fresh" || available === null) return { do: "wait", label: "Fetching price…" };
  const verb = side === "buy" ? "Buy" : "Sell";
  if (situation.impact === "severe") {
    return situation.impactAccepted
      ? { do: "trade", label: `${verb} ${symbol} anyway` }
      : { do: "fix", label: "Accept the price impact" };
  }
  return { do: "trade", label: `${verb} ${symbol}` };
}
