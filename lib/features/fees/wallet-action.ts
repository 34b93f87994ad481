import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import type { TransactionState } from "@/lib/features/transactions/rules";
import { runAndWait } from "@/lib/features/transactions/run";
import type { NewTransaction, Transaction } from "@/lib/features/transactions/transaction";
import { requireAccount, walletsOf } from "@/lib/features/users/require-account";
import type { Session, WalletActionState } from "@/lib/features/users/rules/account";
import type { Account } from "@/lib/features/users/store/create-account-store";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { REQUEST_WAIT_MS } from "./rules/payout";

/** An action that a user starts from a managed wallet. */
export type WalletAction = "withdrawal" | "share_change" | "token_drop";

/** Action states on the wire. */
export const WALLET_ACTION_STATES = {
  waiting: "pending",
  active: "pending",
  completed: "completed",
  failed: "failed",
} as const satisfies Record<TransactionState, WalletActionState>;

/** The id of an action. Repeated requests of an account with the same `requestId` get the same id. */
export function walletActionIdOf(
  ctx: Pick<ServiceContext, "ids">,
  accountId: string,
  requestId?: string,
): string {
  return requestId === undefined
    ? `action:${ctx.ids.randomId()}`
    : requestedId(accountId, requestId);
}

const requestedId = (accountId: string, requestId: string) => `action:${accountId}:${requestId}`;

/**
 * The action that the user requested under this id, also with an account or wallet that has moved to
 * this account since; null without an id.
 */
export async function findWalletAction(
  ctx: Pick<ServiceContext, "transactions" | "wallets">,
  account: Account,
  requestId: string | undefined,
): Promise<Transaction | null> {
  if (requestId === undefined) return null;
  const known = await ctx.transactions.find(requestedId(account.id, requestId));
  if (known !== null) return known;
  const wallets = (await walletsOf(ctx, account)).map(({ address }) => address);
  const exclusiveKeys = CHAIN_SLUGS.flatMap((chain) => wallets.map((one) => walletKey(chain, one)));
  const owners = [account.id, ...wallets];
  return ctx.transactions.findRequested({ owners, wallets, exclusiveKeys, requestId });
}

/**
 * Returns the user's action with this `requestId`, or attempts it. When that fails although a parallel request
 * with the same id has begun the action, returns that one: it has changed the balance or the price that
 * the attempt was checked with.
 * @param input.attempt receives the id that the action must get
 * @throws AppError not_signed_in, and errors of `attempt` and `describe`
 */
export async function attemptOnce<T>(
  ctx: Pick<ServiceContext, "accounts" | "ids" | "transactions" | "wallets">,
  {
    session,
    requestId,
    attempt,
    describe,
  }: {
    session: Session;
    requestId: string | undefined;
    attempt: (account: Account, id: string) => Promise<T>;
    describe: (begun: Transaction) => T;
  },
): Promise<T> {
  const account = await requireAccount(ctx, session);
  const earlier = await findWalletAction(ctx, account, requestId);
  if (earlier !== null) return describe(earlier);
  try {
    return await attempt(account, walletActionIdOf(ctx, account.id, requestId));
  } catch (error) {
    const begun = await findWalletAction(ctx, account, requestId);
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
export async function storeWalletAction({
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
export async function runWalletAction({
  ctx,
  input,
}: {
  ctx: TransactionContext;
  input: { action: NewTransaction<WalletAction> };
}): Promise<Transaction> {
  return waitForWalletAction(ctx, await storeWalletAction({ ctx, input }));
}

/** Runs a stored action and waits for its end; the job engine continues one that takes longer. */
export function waitForWalletAction(
  ctx: TransactionContext,
  transaction: Transaction,
): Promise<Transaction> {
  return runAndWait(ctx, { transaction, waitMs: REQUEST_WAIT_MS });
}
