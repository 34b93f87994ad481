import type { LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type { StoredTransaction } from "../../db/transactions/transaction-store";
import { walletOf } from "./wallet-of";

/** A node that has counted a nonce and still has no receipt after this long has used it otherwise. */
const DEAD_AFTER_MS = 20_000;
const LOOKED_AT_ONCE = 200;

/**
 * Settles nonces that the chain has passed. Where none of our transactions was mined at one, what
 * it was to do is signed again at a new nonce. Doing it twice by mistake would do no harm: launches,
 * managers and payouts are done once by their contracts, however often they are sent.
 * @param passed transactions at nonces below `mined`, by nonce, the latest of each nonce first
 */
export async function settlePassed(
  ctx: ServiceContext,
  chain: LaunchChain,
  passed: readonly StoredTransaction[],
  mined: number,
): Promise<void> {
  const nonces = [...new Set(passed.map(({ nonce }) => nonce))].slice(0, LOOKED_AT_ONCE);
  for (const nonce of nonces) {
    const transactions = passed.filter((one) => one.nonce === nonce);
    if (!(await countFees(ctx, chain, transactions))) {
      const [latest] = transactions;
      if (latest === undefined || isYoung(ctx, latest)) continue;
      if (!latest.operationId.startsWith("nothing:")) await signAnew(ctx, chain, latest, mined);
    }
    await ctx.transactions.settle(walletOf(chain), nonce);
  }
}

/** Records what the mined one of these transactions cost; false when none is mined. */
async function countFees(
  ctx: ServiceContext,
  chain: LaunchChain,
  transactions: readonly StoredTransaction[],
): Promise<boolean> {
  const { chainId } = chain.deployment;
  for (const { hash, operationId } of transactions) {
    const wei = await chain.findFeeWei(hash);
    if (wei === null) continue;
    await ctx.gasLedger.settle({ chainId, operationId, wei, hash });
    return true;
  }
  return false;
}

function isYoung(ctx: ServiceContext, { createdAt }: StoredTransaction): boolean {
  return ctx.clock.now().getTime() - createdAt.getTime() < DEAD_AFTER_MS;
}

async function signAnew(
  ctx: ServiceContext,
  chain: LaunchChain,
  dead: StoredTransaction,
  mined: number,
): Promise<void> {
  const { operationId, rawTransaction, nonce } = dead;
  const fees = await chain.estimateFees();
  const anew = await ctx.transactions.reserve(
    walletOf(chain),
    operationId,
    chain.transactionCount,
    (free) => chain.signRaised(rawTransaction, fees, free),
    mined,
  );
  ctx.log.warn(
    { operationId, nonce, newNonce: anew.nonce, hash: anew.hash },
    "a nonce was used elsewhere; signed anew",
  );
  await chain.broadcast(anew.rawTransaction);
}
