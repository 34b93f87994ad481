import type { Hash } from "viem";
import type { AccountReader } from "@/lib/drivers/chain/create-account-reader";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { ChainIdentity, LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import { CallRevertedError } from "@/lib/drivers/chain/launch-chain";
import { AppError } from "@/lib/shared/errors";
import type { Prepared, TransactionContext } from "./kinds/kind";
import { kindOf, load } from "./load";
import type { TransactionState } from "./rules";
import { walletOf } from "./store/signed-transactions";
import type { Transaction } from "./transaction";

/**
 * Prepares and signs a transaction and stores the signed bytes, unless that was done. One that can
 * never be done ends as failed.
 * @returns the state that it is in now
 */
export async function sign(
  ctx: TransactionContext,
  { id }: { id: string },
): Promise<TransactionState> {
  const { transaction, chain } = await load(ctx, id);
  try {
    await prepareAndSign(ctx, { transaction, chain });
    return "active";
  } catch (error) {
    if (!isFinal(error)) throw error;
    if (await kindOf(transaction).isDone?.(chain, transaction)) return "active";
    // Another process may have signed it meanwhile: what is signed goes on.
    if (!(await ctx.transactions.failUnsigned(id, error.message))) return "active";
    await ctx.gasLedger.release({ chainId: chain.deployment.chainId, operationId: id });
    ctx.log.warn({ id, kind: transaction.kind, reason: error.message }, "transaction failed");
    return "failed";
  }
}

/**
 * Simulates what a transaction does, reserves a nonce, signs, and stores the signed bytes.
 * @returns the hash; of the first run when it is signed already
 * @throws CallRevertedError, or AppError that is not retryable: nothing was reserved then
 */
export async function prepareAndSign(
  ctx: TransactionContext,
  { transaction, chain }: { transaction: Transaction; chain: LaunchChain },
): Promise<Hash> {
  const [known] = await ctx.signedTransactions.listOf(transaction.id);
  if (known !== undefined) return known.hash;
  const prepared = await kindOf(transaction).prepare(ctx, chain, transaction);
  return signPrepared(ctx, chain, transaction.id, prepared);
}

async function signPrepared(
  ctx: TransactionContext,
  chain: ChainIdentity & DryRun & AccountReader & ServerSigner,
  id: string,
  prepared: Prepared,
): Promise<Hash> {
  const { chainId } = chain.deployment;
  if (prepared.signer === null) throw new AppError("invalid_body", prepared.reason);
  if (prepared.signer !== "server") {
    const { signer: wallet, sign: signFor } = prepared;
    const on = { chainId, wallet };
    const nonceOf = () => chain.nonceOf(wallet);
    // Its owner may have used it elsewhere.
    await ctx.signedTransactions.advance(on, await nonceOf());
    return (await ctx.signedTransactions.reserve(on, id, nonceOf, signFor)).hash;
  }
  const { call, extraGas } = prepared;
  // Simulated before the nonce is reserved: a refused call must not leave a gap.
  const [gas, fees] = await Promise.all([chain.estimateGas(call, extraGas), chain.estimateFees()]);
  // Accepted work is done whatever it costs by now; the budget counts it in full.
  await ctx.gasLedger.raise({ chainId, operationId: id, wei: gas * fees.maxFeePerGas });
  const { hash } = await ctx.signedTransactions.reserve(
    walletOf(chain),
    id,
    chain.transactionCount,
    (nonce) => chain.sign(call, nonce, gas, fees),
  );
  return hash;
}

function isFinal(error: unknown): error is Error {
  return error instanceof CallRevertedError || (error instanceof AppError && !error.retryable);
}
