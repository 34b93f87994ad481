import type { ServiceContext } from "@/lib/context";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import type { TransactionState } from "@/lib/features/transactions/rules";
import { runAndWait } from "@/lib/features/transactions/run";
import type { NewTransaction, Transaction } from "@/lib/features/transactions/transaction";
import type { WalletActionState } from "@/lib/features/users/rules/account";
import { AppError } from "@/lib/shared/errors";

/** What a person has their managed wallet do. */
export type WalletAction = "withdrawal" | "share_change";

/** How long a caller waits until it is mined; the job engine goes on after that. */
const WAIT_MS = 25_000;

/** How the Launch API names the states of an action. */
export const ACTION_STATES = {
  waiting: "pending",
  active: "pending",
  completed: "completed",
  failed: "failed",
} as const satisfies Record<TransactionState, WalletActionState>;

/** The id of an action; a `requestId` of the caller makes it the same for repeated requests. */
export function actionIdOf(
  ctx: Pick<ServiceContext, "ids">,
  accountId: string,
  requestId?: string,
): string {
  return `action:${requestId === undefined ? ctx.ids.jobId() : `${accountId}:${requestId}`}`;
}

/**
 * Stores an action of a managed wallet, runs it and waits for its end. With the id of one that
 * exists, waits for that one.
 * @throws AppError action_under_way while the wallet has another one open on that chain
 */
export async function runAction({
  ctx,
  input,
}: {
  ctx: TransactionContext;
  input: { action: NewTransaction<WalletAction> };
}): Promise<Transaction> {
  const { id, chain, payload } = input.action;
  const exclusiveKey = `wallet:${chain}:${payload.wallet}`;
  const action = { ...input.action, exclusiveKey };
  const stored = await ctx.transactions.insert(action, { isRunHere: true });
  const transaction = stored ?? (await ctx.transactions.find(id));
  if (transaction === null) throw new AppError("action_under_way");
  return runAndWait(ctx, { transaction, waitMs: WAIT_MS });
}
