import { parseTransaction } from "viem";
import { countMined } from "./count-mined";
import type { SendingChain, TransactionContext } from "./kinds/kind";
import { NONCE_GAP_MAX, RESEND_AFTER_MS } from "./rules";
import { sendSigned } from "./send-signed";
import { settleNonces } from "./settle-nonces";
import { CANCEL, type StoredTransaction, walletOf } from "./store/create-signed-transaction-store";

type Context = Pick<TransactionContext, "clock" | "gasLedger" | "log" | "signedTransactions">;

/**
 * After this time nothing new is started: the next rebroadcast continues. Less than the time for which
 * the database lets the transaction of the lock wait (`idle_in_transaction_session_timeout`).
 */
export const WORK_MS_MAX = 120_000;
/** After this time it is replaced by one with a higher fee. */
const REPLACE_AFTER_MS = 20_000;
/** Replacements per nonce; at +12.5% each, the fee is then more than 10 times the first one. */
const REPLACEMENTS_MAX = 20;

/**
 * Maintains the pending transactions of the server wallet: sends them again, replaces the first one
 * with a higher fee, cancels nonces without a transaction, and moves transactions whose nonce was
 * used elsewhere to a new nonce. Runs in one process at a time per wallet.
 */
export async function rebroadcast(ctx: Context, { chain }: { chain: SendingChain }): Promise<void> {
  const wallet = walletOf(chain);
  const untilMs = ctx.clock.now().getTime() + WORK_MS_MAX;
  const isOver = () => ctx.clock.now().getTime() >= untilMs;
  await ctx.signedTransactions.exclusively(wallet, async () => {
    const mined = await countMined(chain.transactionCount);
    if (await ctx.signedTransactions.advance(wallet, mined)) {
      ctx.log.warn({ chain: chain.deployment.slug, mined }, "server wallet used elsewhere");
    }
    const reopened = await ctx.signedTransactions.reopen(wallet, mined);
    if (reopened > 0) {
      const { slug } = chain.deployment;
      ctx.log.warn(
        { chain: slug, mined, reopened },
        "mined transactions are not on the chain any more",
      );
    }
    const unsettled = await ctx.signedTransactions.listUnsettled(wallet);
    const passed = unsettled.filter(({ nonce }) => nonce < mined);
    await settleNonces(ctx, chain, passed, { mined, isOver });
    await cancelMissing(ctx, chain, { mined, isOver });
    const waiting = unsettled.filter(({ nonce }) => nonce >= mined);
    for (const latest of latestOfEachNonce(waiting)) {
      if (isOver()) break;
      if (ageMs(ctx, latest) < RESEND_AFTER_MS) continue;
      // Versions before the latest have lower fees.
      for (const version of waiting.filter(({ nonce }) => nonce === latest.nonce)) {
        if ((await sendSigned(ctx, chain, version)) !== "unfunded") break;
      }
    }
    // Also after that time, because the first nonce blocks all others.
    await replaceFirst(ctx, chain, waiting);
    await ctx.gasLedger.removeExpired(chain.deployment.chainId);
  });
}

/** Only the lowest nonce blocks the others, so only its fee is raised. */
async function replaceFirst(
  ctx: Context,
  chain: SendingChain,
  waiting: readonly StoredTransaction[],
): Promise<void> {
  const [first] = waiting;
  if (first === undefined || ageMs(ctx, first) < REPLACE_AFTER_MS) return;
  const replacements = waiting.filter(({ nonce }) => nonce === first.nonce).length - 1;
  if (replacements >= REPLACEMENTS_MAX) return;
  const raised = await chain.signReplacement(first.rawTransaction, await chain.estimateFees());
  const { nonce, transactionId, hash } = first;
  const { gas = 0n } = parseTransaction(raised.rawTransaction);
  if (gas * raised.maxFeePerGas > (await chain.serverBalanceWei())) {
    // Nodes would refuse it, and then the higher fee would be the lowest for the next replacement.
    ctx.log.warn(
      { transactionId, nonce, hash },
      "not replaced: the server wallet cannot pay for it",
    );
    return;
  }
  await ctx.signedTransactions.add(walletOf(chain), transactionId, nonce, raised);
  ctx.log.warn({ transactionId, nonce, hash, replacedBy: raised.hash }, "transaction replaced");
  await sendSigned(ctx, chain, { transactionId, nonce, ...raised });
}

async function cancelMissing(
  ctx: Context,
  chain: SendingChain,
  { mined, isOver }: { mined: number; isOver: () => boolean },
): Promise<void> {
  const wallet = walletOf(chain);
  const missing = await ctx.signedTransactions.listMissing(wallet, mined, NONCE_GAP_MAX + 1);
  if (missing.length === 0) return;
  if (missing.length > NONCE_GAP_MAX) {
    const { slug } = chain.deployment;
    ctx.log.error(
      { chain: slug, mined },
      `nonces are missing, so nothing is mined; run: npm run heal -- --chain ${slug}`,
    );
    return;
  }
  const fees = await chain.estimateFees();
  for (const nonce of missing) {
    if (isOver()) return;
    const cancellation = await chain.signCancellation(nonce, fees);
    const transactionId = `${CANCEL}${nonce}`;
    await ctx.signedTransactions.add(wallet, transactionId, nonce, cancellation);
    ctx.log.warn({ nonce }, "canceled a nonce without a transaction");
    await sendSigned(ctx, chain, { transactionId, nonce, ...cancellation });
  }
}

function ageMs(ctx: Context, { createdAt }: StoredTransaction): number {
  return ctx.clock.now().getTime() - createdAt.getTime();
}

function latestOfEachNonce(transactions: readonly StoredTransaction[]): StoredTransaction[] {
  return transactions.filter(({ nonce }, index) => transactions[index - 1]?.nonce !== nonce);
}
