import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { AppError } from "@/lib/shared/errors";
import { KINDS } from "./kinds/all";
import type { Kind, Outcome, TransactionContext } from "./kinds/kind";
import type { TransactionKind } from "./rules";
import type { StoredTransaction } from "./store/create-signed-transaction-store";
import type { Transaction } from "./transaction";

export type Loaded = {
  transaction: Transaction;
  /** Transactions that were signed for it when it was loaded, latest first. */
  signed: readonly StoredTransaction[];
  chain: LaunchChain;
  /** The mined one of `signed`, if a step has found it. */
  outcome?: Outcome | null;
};

/**
 * The steps of a transaction in this process. Steps that follow one another within milliseconds hand
 * over what they loaded; the first step after an interruption loads it again.
 */
export type Run = { id: string; latest?: Loaded | null };

/**
 * Loads a transaction, what was signed for it, and its chain for a step, and renews the lease.
 * @throws AppError job_not_found, unsupported_chain; both are final
 */
export async function load(ctx: TransactionContext, run: Run): Promise<Loaded> {
  const loaded = await loadIfAny(ctx, run);
  if (loaded === null) throw new AppError("job_not_found");
  return loaded;
}

/**
 * The state that the previous step loaded or changed; loads it if there is none. @throws as `load`
 */
export async function loadOnce(ctx: TransactionContext, run: Run): Promise<Loaded> {
  return run.latest ?? load(ctx, run);
}

/** Same as `load`, but returns null for a discarded transaction. */
export async function loadIfAny(ctx: TransactionContext, run: Run): Promise<Loaded | null> {
  run.latest = null;
  const found = await ctx.transactions.loadAndRenewLease(run.id);
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
  run.latest = { transaction, signed, chain };
  return run.latest;
}

/** The implementation of a transaction's kind. */
export function kindOf<K extends TransactionKind>({ kind }: Transaction<K>): Kind<K> {
  return KINDS[kind];
}
