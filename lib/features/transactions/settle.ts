import { setTimeout as sleep } from "node:timers/promises";
import type { Sender } from "@/lib/drivers/chain/create-sender";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { Span } from "@/lib/drivers/tracing/tracing";
import { AppError } from "@/lib/shared/errors";
import { countDown } from "@/lib/support/count-down";
import type { Outcome, SendingChain, TransactionContext } from "./kinds/kind";
import { kindOf, load, type Run } from "./load";
import { rebroadcast } from "./rebroadcast";
import {
  isEnded,
  PAID_BY_WALLET,
  RESEND_AFTER_MS,
  SENT_ELSEWHERE,
  type TransactionState,
} from "./rules";
import { sendSigned } from "./send-signed";
import type { StoredTransaction } from "./store/create-signed-transaction-store";
import { isOfKind } from "./transaction";

/** How long one run waits for the receipt; the job engine retries the step after that. */
const WAIT_MS = 25_000;

/**
 * Waits until a transaction is mined and records its result.
 * @returns the new state
 * @throws AppError dependency_unavailable (retryable) when it is still not mined
 */
export async function settle(ctx: TransactionContext, run: Run): Promise<TransactionState> {
  const state = await settleNow(ctx, run);
  if (isEnded(state)) return state;
  await ctx.tracing.span("await receipt", { kind: "client" }, (span) =>
    awaitReceipt(ctx, { id: run.id, span }),
  );
  const later = await settleNow(ctx, run);
  if (isEnded(later)) return later;
  throw new AppError("dependency_unavailable", "The transaction was not mined in time");
}

/**
 * Records the result of a transaction if it is mined.
 * @param tx the database transaction to record it in
 * @returns the new state
 */
export async function settleNow(
  ctx: TransactionContext,
  run: Run & { tx?: Executor },
): Promise<TransactionState> {
  const { id, tx } = run;
  const loaded = await load(ctx, run);
  const { transaction, signed, chain } = loaded;
  const { state, mayHaveSucceeded, kind } = transaction;
  if (isEnded(state) && !mayHaveSucceeded) return state;
  const outcome = await findOutcome(chain, signed);
  const end = await kindOf(transaction).findEnd(ctx, chain, transaction, outcome);
  if (end === null) return state;
  const { state: ended, ...changes } = end;
  // A wallet sent it, so no step has marked it active.
  if (SENT_ELSEWHERE.includes(kind) && ended === "completed") {
    await ctx.transactions.transition(id, "active", { within: tx });
  }
  const recorded = { error: null, mayHaveSucceeded: false, ...changes };
  // Its permit may have been renewed since it was loaded.
  const onlyWithDeadline =
    isOfKind(transaction, "prepared_launch") && ended === "failed"
      ? transaction.payload.deadline
      : undefined;
  const isNew = await ctx.transactions.transition(id, ended, {
    changes: recorded,
    within: tx,
    onlyWithDeadline,
  });
  if (!isNew && onlyWithDeadline !== undefined) return (await load(ctx, run)).transaction.state;
  run.latest = { ...loaded, transaction: { ...transaction, state: ended }, outcome };
  if (!isNew) return ended;
  ctx.log.info({ id, kind, state: ended, hash: end.transactionHash }, "transaction ended");
  if (ended === "completed") await ctx.market.signalIndexer(transaction.chain);
  return ended;
}

/** Polls for a receipt and resends the transaction in case the node dropped it. */
async function awaitReceipt(
  ctx: TransactionContext,
  { id, span }: { id: string; span: Pick<Span, "set"> },
): Promise<void> {
  const { chain } = await load(ctx, { id });
  let sentAt = performance.now();
  const outcome = await poll(WAIT_MS, async () => {
    try {
      if (performance.now() - sentAt >= RESEND_AFTER_MS) {
        sentAt = performance.now();
        await resend(ctx, chain, id);
      }
      // A replacement may have been signed meanwhile.
      return await findOutcome(chain, await ctx.signedTransactions.listOf(id));
    } catch (err) {
      // Retried: the node may respond to the next request.
      ctx.log.warn({ err, id }, "receipt not read yet");
      return null;
    }
  });
  if (outcome === null) return;
  span.set({ "slipway.transaction.hash": outcome.hash, "slipway.receipt.status": outcome.status });
}

async function resend(ctx: TransactionContext, chain: SendingChain, id: string): Promise<void> {
  const { transaction, signed } = await load(ctx, { id });
  if (!PAID_BY_WALLET.includes(transaction.kind)) return rebroadcast(ctx, { chain });
  const [latest] = signed;
  if (latest !== undefined) await sendSigned(ctx, chain, latest);
}

/**
 * The mined one of the signed forms of a transaction, or null. A successful one takes
 * precedence over reverted ones.
 */
async function findOutcome(
  chain: Sender,
  signed: readonly StoredTransaction[],
): Promise<Outcome | null> {
  let reverted: Outcome | null = null;
  for (const { hash } of signed) {
    const mined = await chain.findMined(hash);
    if (mined?.status === "success") return { hash, ...mined };
    if (mined !== null) reverted ??= { hash, ...mined };
  }
  return reverted;
}

const PAUSE_FIRST_MS = 25;
const PAUSE_MAX_MS = 1_000;

/** Polls with growing pauses until `query` returns a value; null if there is none in `waitMs`. */
export async function poll<T>(waitMs: number, query: () => Promise<T | null>): Promise<T | null> {
  const remainingMs = countDown(waitMs);
  for (let pause = PAUSE_FIRST_MS; ; pause = Math.min(pause * 1.5, PAUSE_MAX_MS)) {
    const result = await query();
    if (result !== null || pause > remainingMs()) return result;
    await sleep(pause);
  }
}
