import {
  annotateSubmittedError,
  NO_RESPONSE,
  NOTHING_SENT,
} from "@/lib/features/launch/rules/launch-job";
import type { TransactionContext } from "./kinds/kind";
import { kindOf } from "./load";

/** A launch that is not signed yet fails only after this time: its creator waits for it. */
const UNSIGNED_MAX_MS = 30 * 60_000;

type GivenUp = { id: string; reason: string; publicReason: string | null; isFinal: boolean };

/**
 * Handles a transaction that the job engine gave up on. A kind with `failsWhenGivenUp` fails: at once
 * if it was signed, and its hash is stored with `mayHaveSucceeded`; otherwise when it is older than 30
 * minutes or the error is final. All others stay open, and web servers requeue them.
 * @param given.reason is only logged, because it may contain the URL of a node with its key
 * @param given.publicReason is stored and shown to everyone; null if the error has no public text
 * @param given.isFinal whether another run would end the same way
 */
export async function giveUp(
  ctx: TransactionContext,
  { id, reason, publicReason, isFinal }: GivenUp,
): Promise<void> {
  const transaction = await ctx.transactions.find(id);
  if (transaction === null) return;
  const { kind, chain } = transaction;
  ctx.log.warn({ id, kind, reason }, "the job engine gave up on a transaction");
  if (kindOf(transaction).failsWhenGivenUp !== true) return;
  const [latest] = await ctx.signedTransactions.listOf(id);
  const ageMs = ctx.clock.now().getTime() - transaction.createdAt.getTime();
  if (latest === undefined && !isFinal && ageMs < UNSIGNED_MAX_MS) return;
  if (await ctx.transactions.failUnsigned(id, publicReason ?? NOTHING_SENT)) {
    const chainId = ctx.chains[chain]?.deployment.chainId;
    if (chainId !== undefined) await ctx.gasLedger.release({ chainId, transactionId: id });
    return;
  }
  if (latest === undefined) return;
  const { hash: transactionHash } = latest;
  const error = annotateSubmittedError(publicReason ?? NO_RESPONSE, transactionHash);
  await ctx.transactions.transition(id, "failed", {
    changes: { error, transactionHash, mayHaveSucceeded: true },
  });
}
