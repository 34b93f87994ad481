import { setTimeout as sleep } from "node:timers/promises";
import type { Sender } from "@/lib/drivers/chain/create-sender";
import { AppError } from "@/lib/shared/errors";
import type { Outcome, SendingChain, TransactionContext } from "./kinds/kind";
import { kindOf, load } from "./load";
import { rebroadcast } from "./rebroadcast";
import { isEnded, type TransactionState } from "./rules";

/** How long one run waits for the receipt; the engine runs the step again after that. */
const WAIT_MS = 25_000;
/** A transaction that is not mined after this long is sent again. */
const RESEND_AFTER_MS = 4_000;

/**
 * Waits until a transaction is mined and records how it ended.
 * @returns the state that it is in now
 * @throws AppError dependency_unavailable (retryable) when it is still not mined
 */
export async function settle(
  ctx: TransactionContext,
  { id }: { id: string },
): Promise<TransactionState> {
  const state = await settleNow(ctx, { id });
  if (isEnded(state)) return state;
  await awaitReceipt(ctx, id);
  const later = await settleNow(ctx, { id });
  if (isEnded(later)) return later;
  throw new AppError("dependency_unavailable", "The transaction was not mined in time");
}

/** Records how a transaction ended, if the chain knows; returns the state that it is in now. */
export async function settleNow(
  ctx: TransactionContext,
  { id }: { id: string },
): Promise<TransactionState> {
  const { transaction, chain } = await load(ctx, id);
  const { state, mayHaveSucceeded, kind } = transaction;
  if (isEnded(state) && !mayHaveSucceeded) return state;
  const outcome = await findOutcome(ctx, { chain, id });
  const end = await kindOf(transaction).findEnd(ctx, chain, transaction, outcome);
  if (end === null) return state;
  const { state: ended, ...changes } = end;
  const isNew = await ctx.transactions.transition(id, ended, {
    error: null,
    ...changes,
    mayHaveSucceeded: false,
  });
  if (!isNew) return ended;
  ctx.log.info({ id, kind, state: ended, hash: end.transactionHash }, "transaction ended");
  if (ended === "completed") await ctx.market.signalIndexer(transaction.chain);
  return ended;
}

/** Polls for a receipt and sends again what a node may have lost. */
async function awaitReceipt(ctx: TransactionContext, id: string): Promise<void> {
  const { chain } = await load(ctx, id);
  let sentAt = performance.now();
  await poll(WAIT_MS, async () => {
    try {
      if (performance.now() - sentAt >= RESEND_AFTER_MS) {
        sentAt = performance.now();
        await resend(ctx, chain, id);
      }
      return await findOutcome(ctx, { chain, id });
    } catch (err) {
      // The node may answer the next request.
      ctx.log.warn({ err, id }, "receipt not read yet");
      return null;
    }
  });
}

async function resend(ctx: TransactionContext, chain: SendingChain, id: string): Promise<void> {
  const { transaction } = await load(ctx, id);
  if (transaction.kind !== "withdrawal") return rebroadcast(ctx, { chain });
  // The fee of a withdrawal is what its owner confirmed: it is sent again, never replaced.
  const [latest] = await ctx.signedTransactions.listOf(id);
  if (latest !== undefined) await chain.broadcast(latest.rawTransaction);
}

/**
 * The mined one of the transactions that were signed for an id, or null. One that succeeded counts,
 * whatever the others did.
 */
async function findOutcome(
  ctx: TransactionContext,
  { chain, id }: { chain: Sender; id: string },
): Promise<Outcome | null> {
  let reverted: Outcome | null = null;
  for (const { hash } of await ctx.signedTransactions.listOf(id)) {
    const status = await chain.findReceipt(hash);
    if (status === "success") return { status, hash };
    if (status === "reverted") reverted ??= { status, hash };
  }
  return reverted;
}

const PAUSE_FIRST_MS = 25;
const PAUSE_MAX_MS = 1_000;

/** Asks until there is an answer, ever more slowly; null when there is none in `waitMs`. */
export async function poll<T>(waitMs: number, ask: () => Promise<T | null>): Promise<T | null> {
  const deadline = performance.now() + waitMs;
  for (let pause = PAUSE_FIRST_MS; ; pause = Math.min(pause * 1.5, PAUSE_MAX_MS)) {
    const answer = await ask();
    if (answer !== null || performance.now() + pause > deadline) return answer;
    await sleep(pause);
  }
}
