import {
  annotateSubmittedError,
  NO_RESPONSE,
  NOTHING_SENT,
} from "@/lib/features/launch/rules/launch-job";
import type { TransactionContext } from "./kinds/kind";
import { kindOf } from "./load";

/**
 * Handles a transaction that the job engine gave up on. A kind with `failsWhenGivenUp` fails; if it
 * was signed, its hash is stored with `mayHaveSucceeded`. Other kinds stay open for the schedule.
 * @param given.reason is only logged, because it may contain the URL of a node with its key
 * @param given.publicReason is stored and shown to everyone; null if the error has no public text
 */
export async function giveUp(
  ctx: TransactionContext,
  { id, reason, publicReason }: { id: string; reason: string; publicReason: string | null },
): Promise<void> {
  const transaction = await ctx.transactions.find(id);
  if (transaction === null) return;
  const { kind, chain } = transaction;
  ctx.log.warn({ id, kind, reason }, "the job engine gave up on a transaction");
  if (kindOf(transaction).failsWhenGivenUp !== true) return;
  if (await ctx.transactions.failUnsigned(id, publicReason ?? NOTHING_SENT)) {
    const chainId = ctx.chains[chain]?.deployment.chainId;
    if (chainId !== undefined) await ctx.gasLedger.release({ chainId, operationId: id });
    return;
  }
  const [latest] = await ctx.signedTransactions.listOf(id);
  if (latest === undefined) return;
  const { hash: transactionHash } = latest;
  const error = annotateSubmittedError(publicReason ?? NO_RESPONSE, transactionHash);
  await ctx.transactions.transition(id, "failed", {
    error,
    transactionHash,
    mayHaveSucceeded: true,
  });
}
