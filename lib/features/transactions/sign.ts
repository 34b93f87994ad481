import type { Hash } from "viem";
import { type Call, CallRevertedError, type Fees } from "@/lib/drivers/chain/chain-types";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { ChainIdentity, LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import type { AccountReader } from "@/lib/drivers/chain/readers/create-account-reader";
import { AppError } from "@/lib/shared/errors";
import { confirmMined, countMined } from "./count-mined";
import type { Prepared, TransactionContext } from "./kinds/kind";
import { kindOf, loadOnce, type Run } from "./load";
import type { TransactionState } from "./rules";
import { type StoredTransaction, walletOf } from "./store/create-signed-transaction-store";
import type { Transaction } from "./transaction";

/**
 * Prepares and signs a transaction and stores the signed bytes, unless they exist. A transaction that
 * is not possible becomes `failed`.
 * @returns the new state
 */
export async function sign(ctx: TransactionContext, run: Run): Promise<TransactionState> {
  const { id } = run;
  const loaded = await loadOnce(ctx, run);
  const { transaction, signed, chain } = loaded;
  if (signed.length > 0) return "active";
  try {
    run.latest = { ...loaded, signed: [await signFirst(ctx, { transaction, chain })] };
    return "active";
  } catch (error) {
    run.latest = null;
    if (!isFinal(error)) throw error;
    // `prepare` may have corrected its address.
    const latest = (await ctx.transactions.find(id)) ?? transaction;
    if (await kindOf(latest).isDone?.(chain, latest)) return "active";
    // Another process may have signed it meanwhile; a signed transaction continues.
    if (!(await ctx.transactions.failUnsigned(id, error.message))) return "active";
    await ctx.gasLedger.release({ chainId: chain.deployment.chainId, transactionId: id });
    ctx.log.warn({ id, kind: transaction.kind, reason: error.message }, "transaction failed");
    return "failed";
  }
}

/**
 * Simulates a transaction, reserves a nonce, signs, and stores the signed bytes.
 * @returns the hash; that of the first run if it is signed already
 * @throws CallRevertedError, or a non-retryable AppError; nothing was reserved then
 */
export async function prepareAndSign(
  ctx: TransactionContext,
  { transaction, chain }: { transaction: Transaction; chain: LaunchChain },
): Promise<Hash> {
  const [known] = await ctx.signedTransactions.listOf(transaction.id);
  return (known ?? (await signFirst(ctx, { transaction, chain }))).hash;
}

async function signFirst(
  ctx: TransactionContext,
  { transaction, chain }: { transaction: Transaction; chain: LaunchChain },
): Promise<StoredTransaction> {
  const prepared = await kindOf(transaction).prepare(ctx, chain, transaction);
  return signPrepared(ctx, chain, transaction.id, prepared);
}

async function signPrepared(
  ctx: TransactionContext,
  chain: ChainIdentity & DryRun & AccountReader & ServerSigner,
  id: string,
  prepared: Prepared,
): Promise<StoredTransaction> {
  const { chainId } = chain.deployment;
  if (prepared.signer === null) throw new AppError("invalid_body", prepared.reason);
  if (prepared.signer !== "server") {
    const { signer: wallet, sign: signFor } = prepared;
    const on = { chainId, wallet };
    // The owner may have used the wallet outside this service.
    const known = await ctx.signedTransactions.nextNonce(on);
    const mined = await confirmMined(() => chain.nonceOf(wallet), known);
    await ctx.signedTransactions.advance(on, mined);
    return ctx.signedTransactions.reserve(on, id, async () => mined, signFor);
  }
  const { call } = prepared;
  // Simulate before reserving the nonce: a reverted call must not leave a gap.
  const { gas, fees } = "gas" in prepared ? prepared : await size(chain, prepared);
  // Accepted work continues even if gas has become more expensive; the budget counts the full cost.
  await ctx.gasLedger.raise({ chainId, transactionId: id, wei: gas * fees.maxFeePerGas });
  const stored = await ctx.signedTransactions.reserve(
    walletOf(chain),
    id,
    () => countMined(chain.transactionCount),
    (nonce) => chain.sign(call, nonce, gas, fees),
  );
  ctx.tracing.set({ "slipway.transaction.hash": stored.hash });
  return stored;
}

async function size(
  chain: DryRun,
  { call, extraGas }: { call: Call; extraGas?: bigint },
): Promise<{ gas: bigint; fees: Fees }> {
  const [gas, fees] = await Promise.all([chain.estimateGas(call, extraGas), chain.estimateFees()]);
  return { gas, fees };
}

function isFinal(error: unknown): error is Error {
  return error instanceof CallRevertedError || (error instanceof AppError && !error.retryable);
}
