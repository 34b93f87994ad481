import type { Fees, LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type { StoredTransaction } from "../../db/transactions/transaction-store";
import { walletOf } from "./wallet-of";

/** A transaction that is not mined after this long is sent again with a higher fee. */
const RAISE_AFTER_MS = 20_000;
/** Fees are raised this often at the most: an eighth each time is more than tenfold by then. */
const RAISES_MAX = 20;
/** More missing nonces than this are no accident of ours; a person has to look. */
const GAP_MAX = 64;

/**
 * Sees to it that the wallet's transactions are mined: sends again what the node may have lost,
 * raises the fee of the one that everything waits for, and fills a nonce that nothing was signed
 * for. One process at a time does it for a wallet.
 */
export async function tendTransactions({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { chain: LaunchChain };
}): Promise<void> {
  const { chain } = input;
  const wallet = walletOf(chain);
  await ctx.transactions.exclusively(wallet, async () => {
    const mined = await chain.transactionCount();
    await ctx.transactions.settleBelow(wallet, mined);
    const waiting = await ctx.transactions.listUnsettled(wallet);
    const next = (await ctx.transactions.nextNonce(wallet)) ?? mined;
    await fillGaps(ctx, chain, waiting, mined, next);
    for (const transaction of latestOfEachNonce(waiting)) {
      await chain.broadcast(transaction.rawTransaction);
    }
    await raiseFirst(ctx, chain, waiting);
  });
}

/** Only the lowest nonce holds up the others, so only its fee is raised. */
async function raiseFirst(
  ctx: ServiceContext,
  chain: LaunchChain,
  waiting: readonly StoredTransaction[],
): Promise<void> {
  const [first] = waiting;
  if (first === undefined) return;
  const raises = waiting.filter(({ nonce }) => nonce === first.nonce).length - 1;
  const age = ctx.clock.now().getTime() - first.createdAt.getTime();
  if (age < RAISE_AFTER_MS || raises >= RAISES_MAX) return;
  const raised = await chain.signRaised(first.rawTransaction, await chain.estimateFees());
  const { nonce, operationId, hash } = first;
  await ctx.transactions.add(walletOf(chain), operationId, nonce, raised);
  ctx.log.warn({ operationId, nonce, hash, raisedTo: raised.hash }, "raised a transaction's fee");
  await chain.broadcast(raised.rawTransaction);
}

async function fillGaps(
  ctx: ServiceContext,
  chain: LaunchChain,
  waiting: readonly StoredTransaction[],
  mined: number,
  next: number,
): Promise<void> {
  const known = new Set(waiting.map(({ nonce }) => nonce));
  const missing = Array.from({ length: Math.max(0, next - mined) }, (_, i) => mined + i).filter(
    (nonce) => !known.has(nonce),
  );
  if (missing.length === 0) return;
  if (missing.length > GAP_MAX) {
    ctx.log.error(
      { mined, next },
      "too many nonces are missing: is this the chain of this database?",
    );
    return;
  }
  const fees: Fees = await chain.estimateFees();
  for (const nonce of missing) {
    const nothing = await chain.signNothing(nonce, fees);
    await ctx.transactions.add(walletOf(chain), `nothing:${nonce}`, nonce, nothing);
    ctx.log.warn({ nonce }, "filled a nonce that nothing was signed for");
    await chain.broadcast(nothing.rawTransaction);
  }
}

function latestOfEachNonce(transactions: readonly StoredTransaction[]): StoredTransaction[] {
  return transactions.filter(({ nonce }, index) => transactions[index - 1]?.nonce !== nonce);
}
