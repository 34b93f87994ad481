import type { LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type { StoredTransaction } from "../../db/transactions/transaction-store";
import { settlePassed } from "./settle-passed";
import { walletOf } from "./wallet-of";

/** A transaction that is not mined after this long may be lost: it is sent again. */
const RESEND_AFTER_MS = 4_000;
/** … and after this long its fee is raised. */
const RAISE_AFTER_MS = 20_000;
/** Fees are raised this often at the most: an eighth each time is more than tenfold by then. */
const RAISES_MAX = 20;
/** More missing nonces than this are no accident of ours; a person has to look. */
const GAP_MAX = 64;

/**
 * Sees to it that the wallet's transactions are mined: sends again what the node may have lost,
 * raises the fee of the one that everything waits for, fills a nonce that nothing was signed for,
 * and gives another nonce to what can no longer be mined at its own. One process at a time does it
 * for a wallet.
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
    const mined = await countMined(chain);
    if (await ctx.transactions.advance(wallet, mined)) {
      ctx.log.warn({ chain: chain.deployment.slug, mined }, "the wallet was used elsewhere");
    }
    const unsettled = await ctx.transactions.listUnsettled(wallet);
    await settlePassed(
      ctx,
      chain,
      unsettled.filter(({ nonce }) => nonce < mined),
      mined,
    );
    await fillGaps(ctx, chain, mined);
    const waiting = unsettled.filter(({ nonce }) => nonce >= mined);
    for (const transaction of latestOfEachNonce(waiting)) {
      if (ageMs(ctx, transaction) < RESEND_AFTER_MS) continue;
      await chain.broadcast(transaction.rawTransaction);
    }
    await raiseFirst(ctx, chain, waiting);
    await ctx.gasLedger.tidy(chain.deployment.chainId);
  });
}

/** Much is built on this number, so it is asked for twice; of nodes that differ one is behind. */
async function countMined(chain: LaunchChain): Promise<number> {
  return Math.min(await chain.transactionCount(), await chain.transactionCount());
}

/** Only the lowest nonce holds up the others, so only its fee is raised. */
async function raiseFirst(
  ctx: ServiceContext,
  chain: LaunchChain,
  waiting: readonly StoredTransaction[],
): Promise<void> {
  const [first] = waiting;
  if (first === undefined || ageMs(ctx, first) < RAISE_AFTER_MS) return;
  const raises = waiting.filter(({ nonce }) => nonce === first.nonce).length - 1;
  if (raises >= RAISES_MAX) return;
  const raised = await chain.signRaised(first.rawTransaction, await chain.estimateFees());
  const { nonce, operationId, hash } = first;
  await ctx.transactions.add(walletOf(chain), operationId, nonce, raised);
  ctx.log.warn({ operationId, nonce, hash, raisedTo: raised.hash }, "raised a transaction's fee");
  await chain.broadcast(raised.rawTransaction);
}

async function fillGaps(ctx: ServiceContext, chain: LaunchChain, mined: number): Promise<void> {
  const wallet = walletOf(chain);
  const missing = await ctx.transactions.listMissing(wallet, mined, GAP_MAX + 1);
  if (missing.length === 0) return;
  if (missing.length > GAP_MAX) {
    ctx.log.error({ mined }, "too many nonces are missing: is this the chain of this database?");
    return;
  }
  const fees = await chain.estimateFees();
  for (const nonce of missing) {
    const nothing = await chain.signNothing(nonce, fees);
    await ctx.transactions.add(wallet, `nothing:${nonce}`, nonce, nothing);
    ctx.log.warn({ nonce }, "filled a nonce that nothing was signed for");
    await chain.broadcast(nothing.rawTransaction);
  }
}

function ageMs(ctx: ServiceContext, { createdAt }: StoredTransaction): number {
  return ctx.clock.now().getTime() - createdAt.getTime();
}

function latestOfEachNonce(transactions: readonly StoredTransaction[]): StoredTransaction[] {
  return transactions.filter(({ nonce }, index) => transactions[index - 1]?.nonce !== nonce);
}
