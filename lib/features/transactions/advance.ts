import type { TransactionContext } from "./kinds/kind";
import { kindOf, loadIfAny, loadOnce, type Run } from "./load";
import { isEnded, type TransactionState } from "./rules";
import { settle } from "./settle";
import { settleGas } from "./settle-nonces";
import { sign } from "./sign";

/** Runs a step with a permanent name, directly or as a step of a durable function. */
export type RunStep = (
  name: string,
  run: () => Promise<TransactionState>,
) => Promise<TransactionState>;

/**
 * Advances a transaction to its end: prepare, sign, store, broadcast, receipt, settle. Each step is
 * idempotent, because a request and the job engine may both run it, each more than once.
 * @param traceparent trace to continue if no span is active
 * @returns the final state
 * @throws AppError dependency_unavailable (retryable) when it is not mined in time
 */
export async function advance(
  ctx: TransactionContext,
  {
    id,
    step: runStep,
    traceparent = null,
  }: { id: string; step: RunStep; traceparent?: string | null },
): Promise<TransactionState> {
  // Within the step: the job engine does not run a completed step again.
  const step: RunStep = (name, run) =>
    runStep(name, () => traceStep(ctx, { id, name, traceparent }, run));
  const run: Run = { id };
  const begun = await step("begin", () => begin(ctx, run));
  if (!isEnded(begun)) {
    const signed = await step("sign", () => sign(ctx, run));
    if (isEnded(signed)) return signed;
    await step("broadcast", () => broadcast(ctx, run));
    await step("settle", () => settle(ctx, run));
  }
  return step("settle-gas", () => settleGas(ctx, run));
}

/** Runs a step in a span. `load` adds what the transaction is. */
function traceStep(
  { tracing }: Pick<TransactionContext, "tracing">,
  { id, name, traceparent }: { id: string; name: string; traceparent: string | null },
  run: () => Promise<TransactionState>,
): Promise<TransactionState> {
  const attributes = { "slipway.transaction.id": id };
  return tracing.span(`transaction ${name}`, { remote: traceparent, attributes }, async (span) => {
    const state = await run();
    span.set({ "slipway.transaction.state": state });
    return state;
  });
}

/**
 * Marks a transaction as active and runs the work of its kind before signing.
 * @returns the new state; `failed` when it was discarded
 * @throws AppError unsupported_chain
 */
export async function begin(ctx: TransactionContext, run: Run): Promise<TransactionState> {
  const loaded = await loadIfAny(ctx, run);
  if (loaded === null) return "failed";
  const { transaction } = loaded;
  if (isEnded(transaction.state)) return transaction.state;
  await ctx.transactions.transition(run.id, "active");
  await kindOf(transaction).begin?.(ctx, transaction);
  run.latest = { ...loaded, transaction: { ...transaction, state: "active" } };
  return "active";
}

/**
 * Sends the signed bytes of a transaction; every run sends the same bytes. A rejection by the node is
 * only logged: `settle` sends them again.
 */
export async function broadcast(ctx: TransactionContext, run: Run): Promise<TransactionState> {
  const { id } = run;
  const { transaction, signed, chain } = await loadOnce(ctx, run);
  const [latest] = signed;
  if (latest === undefined) return transaction.state;
  const { hash } = latest;
  const attributes = {
    "rpc.system": "jsonrpc",
    "rpc.method": "eth_sendRawTransaction",
    "slipway.transaction.hash": hash,
  };
  await ctx.tracing
    .span("eth_sendRawTransaction", { kind: "client", attributes }, () =>
      chain.broadcast(latest.rawTransaction),
    )
    .catch((err: unknown) => ctx.log.warn({ err, id, hash }, "transaction not broadcast yet"));
  return transaction.state;
}
