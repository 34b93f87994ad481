import { NETWORK_PROBLEM } from "@/lib/features/trade/rules/network-problem";
import type { SentBefore, TradeProblem } from "./explain-trade-error";

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
 * @param sent what the step waits for, when it was sent before; see `explainTradeError`
 * @throws ExplainedError
 */
export async function explained<Result>(
  work: () => Promise<Result>,
  sent?: SentBefore,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new ExplainedError(await explain(error, sent), error);
  }
}

async function explain(error: unknown, sent?: SentBefore): Promise<TradeProblem> {
  try {
    const { explainTradeError } = await import("./explain-trade-error");
    return explainTradeError(error, sent);
  } catch (failure) {
    // Without the code that explains it, a sent transaction must not look like one that never was.
    const technical = String(error);
    if (sent === undefined && !technical.startsWith("TradeError")) throw failure;
    const hash = sent?.hash ?? null;
    return { ...NETWORK_PROBLEM, code: "not_mined", next: "watch", technical, hash };
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
