import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { AppError } from "@/lib/shared/errors";
import { KINDS } from "./kinds/all";
import type { Kind, TransactionContext } from "./kinds/kind";
import type { TransactionKind } from "./rules";
import type { StoredTransaction } from "./store/signed-transactions";
import type { Transaction } from "./transaction";

type Loaded = {
  transaction: Transaction;
  /** What was signed for it when it was loaded, latest first. */
  signed: readonly StoredTransaction[];
  chain: LaunchChain;
};

/**
 * Loads a transaction, what was signed for it, and its chain for a step, and renews the lease.
 * @throws AppError job_not_found, unsupported_chain; both are final
 */
export async function load(ctx: TransactionContext, id: string): Promise<Loaded> {
  const loaded = await loadIfAny(ctx, id);
  if (loaded === null) throw new AppError("job_not_found");
  return loaded;
}

/** Same as `load`, but returns null for a discarded transaction. */
export async function loadIfAny(ctx: TransactionContext, id: string): Promise<Loaded | null> {
  const found = await ctx.transactions.touch(id);
  if (found === null) return null;
  const { signed, ...transaction } = found;
  ctx.tracing.set({
    "slipway.transaction.kind": transaction.kind,
    "slipway.chain": transaction.chain,
  });
  const chain = ctx.chains[transaction.chain];
  if (chain === undefined) {
    throw new AppError("unsupported_chain", `${transaction.chain} is not configured here`);
  }
  return { transaction, signed, chain };
}

/** The implementation of a transaction's kind. */
export function kindOf<K extends TransactionKind>({ kind }: Transaction<K>): Kind<K> {
  return KINDS[kind];
}
