import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import type { TransactionState } from "@/lib/features/transactions/rules";
import { runAndWait } from "@/lib/features/transactions/run";
import type { NewTransaction, Transaction } from "@/lib/features/transactions/transaction";
import type { WalletActionState } from "@/lib/features/users/rules/account";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";

/** An action that a user starts from a managed wallet. */
export type WalletAction = "withdrawal" | "share_change" | "token_drop";

/** How long a request waits for the transaction; the job engine continues after that. */
const WAIT_MS = 25_000;

/** Action states on the wire. */
export const ACTION_STATES = {
  waiting: "pending",
  active: "pending",
  completed: "completed",
  failed: "failed",
} as const satisfies Record<TransactionState, WalletActionState>;

/** The id of an action. Repeated requests with the same `requestId` get the same id. */
export function actionIdOf(
  ctx: Pick<ServiceContext, "ids">,
  accountId: string,
  requestId?: string,
): string {
  return `action:${requestId === undefined ? ctx.ids.jobId() : `${accountId}:${requestId}`}`;
}

/**
 * Returns the action with this id, or attempts it. When that fails although a parallel request with
 * the same id has begun the action, returns that one: it has changed the balance or the price that the
 * attempt was checked with.
 */
export async function orBegun<T>(
  ctx: Pick<ServiceContext, "transactions">,
  {
    id,
    attempt,
    describe,
  }: { id: string; attempt: () => Promise<T>; describe: (begun: Transaction) => T },
): Promise<T> {
  const earlier = await ctx.transactions.find(id);
  if (earlier !== null) return describe(earlier);
  try {
    return await attempt();
  } catch (error) {
    const begun = await ctx.transactions.find(id);
    if (begun === null) throw error;
    return describe(begun);
  }
}

/** Held by the one open action of a wallet on a chain. */
export function walletKey(chain: ChainSlug, wallet: Address): string {
  return `wallet:${chain}:${wallet}`;
}

/**
 * Stores an action of a managed wallet. If the id exists, returns that action.
 * @throws AppError action_under_way while the wallet has another open action on that chain
 */
export async function storeAction({
  ctx,
  input,
}: {
  ctx: Pick<TransactionContext, "transactions">;
  input: { action: NewTransaction<WalletAction> };
}): Promise<Transaction> {
  const { id, chain, payload } = input.action;
  const exclusiveKey = walletKey(chain, payload.wallet);
  const action = { ...input.action, exclusiveKey };
  const stored = await ctx.transactions.insert(action, { isRunHere: true });
  const transaction = stored ?? (await ctx.transactions.find(id));
  if (transaction === null) throw new AppError("action_under_way");
  return transaction;
}

/**
 * Stores an action, runs it and waits for its end.
 * @throws AppError action_under_way
 */
export async function runAction({
  ctx,
  input,
}: {
  ctx: TransactionContext;
  input: { action: NewTransaction<WalletAction> };
}): Promise<Transaction> {
  return waitForAction(ctx, await storeAction({ ctx, input }));
}

/** Runs a stored action and waits for its end; the job engine continues one that takes longer. */
export function waitForAction(
  ctx: TransactionContext,
  transaction: Transaction,
): Promise<Transaction> {
  return runAndWait(ctx, { transaction, waitMs: WAIT_MS });
}
