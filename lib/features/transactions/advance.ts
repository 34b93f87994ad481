import { begin } from "./begin";
import { broadcast } from "./broadcast";
import type { TransactionContext } from "./kinds/kind";
import { isEnded, type TransactionState } from "./rules";
import { settle } from "./settle";
import { settleGas } from "./settle-nonces";
import { sign } from "./sign";

/** Runs a step by its permanent name: at once, or as a step of a durable function. */
export type RunStep = (
  name: string,
  run: () => Promise<TransactionState>,
) => Promise<TransactionState>;

/**
 * Advances a transaction to its end: prepare, sign, store, broadcast, receipt, settle. Each step is
 * idempotent, because a request and the job engine may both run it, and each of them twice.
 * @returns the state at the end
 * @throws AppError dependency_unavailable (retryable) when it is not mined in time
 */
export async function advance(
  ctx: TransactionContext,
  { id, step }: { id: string; step: RunStep },
): Promise<TransactionState> {
  const begun = await step("begin", () => begin(ctx, { id }));
  if (isEnded(begun)) return begun;
  const signed = await step("sign", () => sign(ctx, { id }));
  if (isEnded(signed)) return signed;
  await step("broadcast", () => broadcast(ctx, { id }));
  await step("settle", () => settle(ctx, { id }));
  return step("settle-gas", () => settleGas(ctx, { id }));
}
