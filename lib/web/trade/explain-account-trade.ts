import { ApiError } from "@slipway-launchpad/client";
import { TRADE_PROBLEMS, type TradeProblemCode } from "@/lib/features/trade/rules/problems";
import { userMessage } from "../user-message";

/** A trade that was accepted and failed, with the problem that the service names. */
export class FailedTradeError extends Error {
  override readonly name = "FailedTradeError";
  readonly problem: TradeProblemCode;

  constructor(problem: TradeProblemCode, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Explains to the user why a trade with a managed wallet was not sent or failed. */
export function explainAccountTrade(error: Error): { title: string; detail: string } {
  if (error instanceof FailedTradeError) return TRADE_PROBLEMS[error.problem];
  if (!(error instanceof ApiError)) {
    return { title: "Something went wrong", detail: `${userMessage(error)}. Try again.` };
  }
  const nothing = "Nothing was sent.";
  if (error.kind === "network" || error.retryable) {
    // An earlier attempt may have sent it, perhaps before a reload.
    return {
      title: error.code === "rate_limited" ? "Too many trades" : "No response yet",
      detail: `${userMessage(error)}. Trying again never sends the trade twice.`,
    };
  }
  switch (error.code) {
    case "insufficient_funds":
      return { title: "Not enough funds", detail: `${userMessage(error)}. ${nothing}` };
    case "trade_limit":
      return { title: "Above your limit", detail: `${userMessage(error)}. ${nothing}` };
    case "action_under_way":
      return {
        title: "Another transaction is pending",
        detail: `Wait until your account’s other transaction is mined, then try again. ${nothing}`,
      };
    case "trade_refused":
      return { title: "The trade would fail", detail: `${error.message} ${nothing}` };
    default:
      return { title: "The trade was not sent", detail: `${userMessage(error)}. ${nothing}` };
  }
}
