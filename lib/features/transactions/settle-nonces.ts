import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { Sender } from "@/lib/drivers/chain/create-sender";
import type { Outcome, SendingChain, TransactionContext } from "./kinds/kind";
import { loadIfAny, type Run } from "./load";
import { PAID_BY_WALLET, type TransactionState } from "./rules";
import { sendSigned } from "./send-signed";
import { CANCEL, type StoredTransaction, walletOf } from "./store/create-signed-transaction-store";

type Context = Pick<TransactionContext, "clock" | "gasLedger" | "log" | "signedTransactions">;

/** After this time a used nonce without a receipt counts as used by another transaction. */
const DEAD_AFTER_MS = 20_000;
const CHECKED_AT_ONCE = 200;

/** Replaces the gas reservation of a mined transaction with its actual cost. */
export async function settleGas(ctx: TransactionContext, run: Run): Promise<TransactionState> {
  const loaded = run.latest ?? (await loadIfAny(ctx, run));
  if (loaded === null) return "failed";
  const { transaction, chain, outcome } = loaded;
  if (PAID_BY_WALLET.includes(transaction.kind)) return transaction.state;
  const signed = loaded.signed.filter(({ settledAt }) => settledAt === null);
  for (const nonce of new Set(signed.map((one) => one.nonce))) {
    const candidates = signed.filter((one) => one.nonce === nonce);
    if (await countFees(ctx, chain, candidates, outcome)) {
      await ctx.signedTransactions.settle(walletOf(chain), nonce);
    }
  }
  return transaction.state;
}

/**
 * Settles nonces below the wallet's transaction count. If none of the stored transactions was mined
 * at a nonce, signs its call again for a new nonce. A wrong decision is harmless: the contracts accept
 * each launch, manager, payout and share change once.
 * @param passed transactions at nonces below `mined`, by nonce, the latest of each nonce first
 * @param options.isOver whether to leave the other nonces to the next call
 */
export async function settleNonces(
  ctx: Context,
  chain: SendingChain,
  passed: readonly StoredTransaction[],
  { mined, isOver }: { mined: number; isOver: () => boolean },
): Promise<void> {
  const nonces = [...new Set(passed.map(({ nonce }) => nonce))].slice(0, CHECKED_AT_ONCE);
  for (const nonce of nonces) {
    if (isOver()) return;
    const transactions = passed.filter((one) => one.nonce === nonce);
    if (!(await countFees(ctx, chain, transactions))) {
      const [latest] = transactions;
      if (latest === undefined || isYoung(ctx, latest)) continue;
      if (!latest.transactionId.startsWith(CANCEL)) await moveToNewNonce(ctx, chain, latest, mined);
    }
    await ctx.signedTransactions.settle(walletOf(chain), nonce);
  }
}

/**
 * Records the cost of the mined one of these transactions; false when none is mined.
 * @param known the mined one, if its receipt was just read
 */
async function countFees(
  ctx: Context,
  chain: ChainIdentity & Sender,
  transactions: readonly StoredTransaction[],
  known: Outcome | null = null,
): Promise<boolean> {
  const { chainId } = chain.deployment;
  for (const { hash, transactionId } of transactions) {
    const mined = known?.hash === hash ? known : await chain.findMined(hash);
    if (mined === null) continue;
    await ctx.gasLedger.settle({ chainId, transactionId, wei: mined.feeWei, hash });
    return true;
  }
  return false;
}

function isYoung(ctx: Context, { createdAt }: StoredTransaction): boolean {
  return ctx.clock.now().getTime() - createdAt.getTime() < DEAD_AFTER_MS;
}

async function moveToNewNonce(
  ctx: Context,
  chain: SendingChain,
  dead: StoredTransaction,
  mined: number,
): Promise<void> {
  const { transactionId, rawTransaction, nonce } = dead;
  const fees = await chain.estimateFees();
  const moved = await ctx.signedTransactions.reserve(
    walletOf(chain),
    transactionId,
    async () => mined,
    (free) => chain.signReplacement(rawTransaction, fees, free),
    mined,
  );
  ctx.log.warn(
    { transactionId, nonce, newNonce: moved.nonce, hash: moved.hash },
    "nonce used elsewhere; transaction moved to a new nonce",
  );
  await sendSigned(ctx, chain, moved);
}
