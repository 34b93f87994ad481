import { NETWORK_PROBLEM } from "@/lib/features/trade/rules/network-problem";
import type { TradeProblem } from "./explain-trade-error";

/** A failed trade or quote with its explanation. */
class ExplainedError extends Error {
  override readonly name = "ExplainedError";
  readonly problem: TradeProblem;

  constructor(problem: TradeProblem, cause: unknown) {
    super(problem.technical, { cause });
    this.problem = problem;
  }
}

/**
 * Runs a step of trading and explains its failure. The explaining code loads on the first failure,
 * so that a page that only shows the panel does not need it.
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

/** The explanation in an error of `explained`; null for any other error. */
export function findProblem(error: Error): TradeProblem | null {
  return error instanceof ExplainedError ? error.problem : null;
}

/** The explanation in an error of `explained`; code that failed to load is a network problem. */
export function problemOf(error: Error): TradeProblem {
  if (error instanceof ExplainedError) return error.problem;
  return { ...NETWORK_PROBLEM, code: "network", technical: error.message, hash: null };
}
