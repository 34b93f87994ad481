import { advance, type RunStep } from "./advance";
import type { TransactionContext } from "./kinds/kind";
import { isEnded } from "./rules";
import { poll } from "./settle";
import type { Transaction } from "./transaction";

const atOnce: RunStep = (_name, run) => run();

/**
 * Advances a stored transaction in this process, because its caller waits for it: the answer does
 * not depend on the job engine. What is not finished in time goes on in the job engine.
 * @returns the transaction after `waitMs` at most
 */
export async function runAndWait(
  ctx: TransactionContext,
  { transaction, waitMs }: { transaction: Transaction; waitMs: number },
): Promise<Transaction> {
  const { id } = transaction;
  let hasEnded = false;
  const run = advance(ctx, { id, step: atOnce }).then(
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
