import { type Address, type Hash, type Hex, keccak256, toBytes } from "viem";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { CallRevertedError, type NewManager } from "@/lib/drivers/chain/launch-chain";
import { orReleaseGas } from "@/lib/features/budget/reserve-gas";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import { runAndWait } from "@/lib/features/transactions/run";
import { prepareAndSign } from "@/lib/features/transactions/sign";
import { AppError } from "@/lib/shared/errors";

/** How long a request waits for the transaction. */
const WAIT_MS = 60_000;

/** The salt of a creation: its retries create the same manager. */
export function saltOf(transactionId: string): Hex {
  return keccak256(toBytes(transactionId));
}

/**
 * Creates a manager and waits until it exists. The request runs the transaction itself, so that its
 * answer does not wait for the job engine; the engine finishes it after a crash.
 * @throws AppError invalid_body with the contract's error or if another transaction created it,
 *   dependency_unavailable (nothing was sent), transaction_pending with `txHash` after `waitMs` (default: a minute)
 */
export async function createManager({
  ctx,
  input,
}: {
  ctx: TransactionContext;
  input: { chain: LaunchChain; transactionId: string; manager: NewManager; waitMs?: number };
}): Promise<{ managerAddress: Address; txHash: Hash }> {
  const { chain, transactionId: id, manager, waitMs = WAIT_MS } = input;
  const reservation = { chain, transactionId: id };
  const { managerAddress, transaction } = await orReleaseGas(
    { ctx, input: reservation },
    async () => {
      const managerAddress = await chain.predictManager(manager).catch(rethrowChainError);
      const payload = { manager, managerAddress };
      const accepted = { id, kind: "manager" as const, chain: chain.deployment.slug, payload };
      const transaction =
        (await ctx.transactions.insert(accepted, { isRunHere: true })) ??
        (await ctx.transactions.find(id));
      // A concurrent request with the same key discarded it between the two statements.
      if (transaction === null) {
        const cause = new Error(`Manager ${id} was neither stored nor found`);
        throw new AppError("dependency_unavailable", "Try again. Nothing was queued.", { cause });
      }
      return { managerAddress, transaction };
    },
  );
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
  const { state, transactionHash, error } = await runAndWait(ctx, { transaction, waitMs });
  if (state === "completed" && transactionHash !== null) {
    return { managerAddress, txHash: transactionHash };
  }
  if (state === "completed") {
    // Created by a transaction that is not in this database, as after a restore.
    throw new AppError("invalid_body", `The manager ${managerAddress} exists already`);
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
  const text = `The transaction was sent but not mined within ${waitMs / 1_000} seconds: ${hash}`;
  throw new AppError("transaction_pending", text, { extras: { txHash: hash } });
}

function throwRejected(cause: unknown): never {
  if (cause instanceof CallRevertedError) {
    throw new AppError("invalid_body", cause.message, { cause });
  }
  return rethrowChainError(cause);
}
