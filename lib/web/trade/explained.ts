import { TRADE_PROBLEMS } from "@/lib/features/trade/rules/problems";
import type { TradeProblem } from "./explain-trade-error";

/** What stopped a trade or a quote, already in words for a person. */
class ExplainedError extends Error {
  override readonly name = "ExplainedError";
  readonly problem: TradeProblem;

  constructor(problem: TradeProblem, cause: unknown) {
    super(problem.technical, { cause });
    this.problem = problem;
  }
}

/**
 * Does a piece of trading. What it fails with is put into words here, by code that loads when
 * something fails, so that a page that only shows the panel needs none of it.
 * @throws ExplainedError
 */
export async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { explainTradeError } = await import("./explain-trade-error");
    throw new ExplainedError(explainTradeError(error), error);
  }
}

/** The words of an error of `explained`; code that could not be loaded is a matter of the network. */
export function problemOf(error: Error): TradeProblem {
  if (error instanceof ExplainedError) return error.problem;
  return { ...TRADE_PROBLEMS.network, code: "network", technical: error.message, hash: null };
}
