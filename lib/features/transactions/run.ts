import { inBackground } from "@/lib/support/calls/dependency";
import { advance, type RunStep } from "./advance";
import type { TransactionContext } from "./kinds/kind";
import { isEnded } from "./rules";
import { poll } from "./settle";
import type { Transaction } from "./transaction";

const runNow: RunStep = (_name, run) => run();

/**
 * Advances a stored transaction in this process while its caller waits, so that the response does not
 * depend on the job engine. The job engine continues a transaction that is not finished in time.
 * @returns the transaction after at most `waitMs`
 */
export async function runAndWait(
  ctx: TransactionContext,
  { transaction, waitMs }: { transaction: Transaction; waitMs: number },
): Promise<Transaction> {
  const { id } = transaction;
  let hasEnded = false;
  // It continues after the response, and no caller waits for one of its calls.
  const run = inBackground(() => advance(ctx, { id, step: runNow })).then(
    () => {
      hasEnded = true;
    },
    (err: unknown) => ctx.log.warn({ err, id }, "transaction left to the job engine"),
  );
  let latest = transaction;
  const observe = poll(waitMs, async () => {
    latest = (await ctx.transactions.find(id)) ?? latest;
    return hasEnded || isEnded(latest.state) ? true : null;
  });
  await Promise.race([observe, run.then(() => (hasEnded ? null : observe))]);
  return (await ctx.transactions.find(id)) ?? latest;
}
