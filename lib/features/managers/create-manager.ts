import { type Hash, type Hex, keccak256, toBytes } from "viem";
import { CallRevertedError } from "@/lib/drivers/chain/chain-types";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { orReleaseGas } from "@/lib/features/budget/reserve-gas";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import { managerExists } from "@/lib/features/transactions/kinds/manager";
import { isEnded } from "@/lib/features/transactions/rules";
import { runAndWait } from "@/lib/features/transactions/run";
import { prepareAndSign } from "@/lib/features/transactions/sign";
import { TransactionEndedError } from "@/lib/features/transactions/store/create-signed-transaction-store";
import type { InsertOptions } from "@/lib/features/transactions/store/insert-transaction";
import { isOfKind, type Payloads, type Transaction } from "@/lib/features/transactions/transaction";
import { AppError } from "@/lib/shared/errors";
import { countDown } from "@/lib/support/count-down";

/** How long a request that creates a manager takes at most, with everything before the transaction. */
export const WAIT_MS = 60_000;

/** The manager that a request creates. */
export type ManagerTerms = Pick<Payloads["manager"], "manager" | "recipientUserId">;

/** A manager that exists, as it was stored. */
export type CreatedManager = Payloads["manager"] & { txHash: Hash };

/** The salt of a creation: its retries create the same manager. */
export function saltOf(transactionId: string): Hex {
  return keccak256(toBytes(transactionId));
}

/**
 * Creates a manager and waits until it exists. If a transaction with the id is stored already, its terms apply.
 * @param input.check runs in the database transaction that stores it
 * @throws AppError as `finishManager`
 */
export async function createManager({
  ctx,
  input,
}: {
  ctx: TransactionContext;
  input: ManagerTerms & {
    chain: LaunchChain;
    transactionId: string;
    waitMs?: number;
    check?: InsertOptions["check"];
  };
}): Promise<CreatedManager> {
  const { chain, transactionId: id, waitMs = WAIT_MS, check, ...terms } = input;
  const remainingMs = countDown(waitMs);
  const transaction = await orReleaseGas({ ctx, input: { chain, transactionId: id } }, async () => {
    const managerAddress = await chain.predictManager(terms.manager).catch(rethrowChainError);
    const payload = { ...terms, managerAddress };
    const accepted = { id, kind: "manager" as const, chain: chain.deployment.slug, payload };
    const transaction =
      (await ctx.transactions.insert(accepted, { isRunHere: true, check })) ??
      (await ctx.transactions.find(id));
    // A concurrent request with the same key discarded it between the two statements.
    if (transaction === null) {
      throwRejected(new TransactionEndedError(`Manager ${id} was neither stored nor found`));
    }
    return transaction;
  });
  return finishManager({ ctx, input: { chain, transaction, waitMs: remainingMs() } });
}

/**
 * Runs the stored transaction of a manager and waits until the manager exists. The request runs the
 * transaction itself, so that its answer does not wait for the job engine; the engine finishes it after a crash.
 * @throws AppError invalid_body with the contract's error or if another transaction created it,
 *   dependency_unavailable (nothing was sent), transaction_pending with `txHash` after `waitMs`
 */
export async function finishManager({
  ctx,
  input: { chain, transaction, waitMs },
}: {
  ctx: TransactionContext;
  input: { chain: LaunchChain; transaction: Transaction; waitMs: number };
}): Promise<CreatedManager> {
  const { id } = transaction;
  const remainingMs = countDown(waitMs);
  if (!isEnded(transaction.state)) await signOrDiscard(ctx, chain, transaction);
  const latest = await runAndWait(ctx, { transaction, waitMs: remainingMs() });
  if (!isOfKind(latest, "manager")) throw new Error(`Transaction ${id} creates no manager`);
  const { state, transactionHash, error, payload } = latest;
  if (state === "completed" && transactionHash !== null) {
    return { ...payload, txHash: transactionHash };
  }
  if (state === "completed") {
    // Created by a transaction that is not in this database, as after a restore.
    throw new AppError("invalid_body", managerExists(payload.managerAddress));
  }
  if (state === "failed" && transactionHash === null) {
    throw new AppError("invalid_body", error ?? undefined);
  }
  if (state === "failed") {
    throw new AppError("internal_error", undefined, {
      cause: new Error(`The transaction of ${id} was reverted: ${transactionHash}`),
    });
  }
  const [signed] = await ctx.signedTransactions.listOf(id);
  if (signed === undefined) throw new Error(`Manager ${id} is ${state}, but was never signed`);
  const { hash } = signed;
  const text = `The transaction was sent but not mined in time: ${hash}`;
  throw new AppError("transaction_pending", text, { extras: { txHash: hash } });
}

/** @throws AppError dependency_unavailable, or invalid_body with the contract's error: nothing happens later */
async function signOrDiscard(
  ctx: TransactionContext,
  chain: LaunchChain,
  transaction: Transaction,
): Promise<void> {
  const { id } = transaction;
  await prepareAndSign(ctx, { transaction, chain }).catch(async (cause: unknown) => {
    // The answer promises that nothing happens later, so discard the transaction. If the job engine
    // has signed it meanwhile, continue with it.
    if (await ctx.transactions.discardUnsigned(id)) {
      await ctx.gasLedger.release({ chainId: chain.deployment.chainId, transactionId: id });
      throwRejected(cause);
    }
    // A concurrent request with the same key has discarded it.
    if ((await ctx.transactions.find(id)) === null) throwRejected(cause);
  });
}

function throwRejected(cause: unknown): never {
  if (cause instanceof CallRevertedError) {
    throw new AppError("invalid_body", cause.message, { cause });
  }
  if (cause instanceof TransactionEndedError) {
    throw new AppError("dependency_unavailable", "Try again. Nothing was queued.", { cause });
  }
  return rethrowChainError(cause);
}
