import { isAddressEqual } from "viem";
import type { LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type { WalletAction, WalletActionEnd } from "../../db/account/wallet-action-store";
import type { Share } from "../../domain/fee-split";
import { requireChain } from "../launch/require-chain";
import { findOutcome, type TransactionOutcome } from "../transactions/find-outcome";
import { sendTransaction } from "../transactions/send-transaction";
import { signAction } from "./sign-action";

/** How long a missing receipt may be the node's delay rather than another use of the nonce. */
const RECEIPT_DELAY_MS = 60_000;

/** The operation that an action's transaction is stored under. */
export const operationOf = (action: Pick<WalletAction, "id">) => `action:${action.id}`;

/**
 * Takes an action as far as it goes now: signs and stores its transaction unless that was done,
 * sends it, and notes its end. May run any number of times.
 * @returns whether the action has ended
 */
export async function advanceAction({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { action: WalletAction };
}): Promise<boolean> {
  const { action } = input;
  const chain = requireChain(ctx, action.chain);
  if (await settleAction({ ctx, input })) return true;
  const operationId = operationOf(action);
  if ((await ctx.transactions.listOf(operationId)).length === 0) {
    const error = await signAction({ ctx, input: { chain, action, operationId } });
    if (error !== null) {
      await ctx.gasLedger.release({ chainId: chain.deployment.chainId, operationId });
      await ctx.walletActions.finish(action.id, { state: "failed", error, transactionHash: null });
      return true;
    }
  }
  await sendTransaction({ ctx, input: { chain, operationId } });
  return settleAction({ ctx, input });
}

/** Notes the end of an action whose transaction is mined, or can never be. */
export async function settleAction({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { action: WalletAction };
}): Promise<boolean> {
  const { action } = input;
  const { kind } = action.terms;
  const chain = requireChain(ctx, action.chain);
  const operationId = operationOf(action);
  const outcome = await findOutcome({ ctx, input: { chain, operationId } });
  if (outcome === null) return kind === "withdrawal" && isReplaced(ctx, chain, action);
  const end = await endOf(chain, action, outcome);
  await ctx.walletActions.finish(action.id, end);
  ctx.log.info({ action: action.id, kind, state: end.state }, "a wallet's action has ended");
  return true;
}

async function endOf(
  chain: LaunchChain,
  { to, terms }: WalletAction,
  { status, hash: transactionHash }: TransactionOutcome,
): Promise<WalletActionEnd> {
  if (terms.kind === "manager_shares") {
    const state = await chain.readManager(to);
    // Anyone who saw the signed change may have sent it first; then ours reverts.
    const isDone = state !== null && areSame(state.recipients, terms.recipients);
    if (status === "reverted" && isDone) return { state: "completed", transactionHash: null };
  }
  if (status === "success") return { state: "completed", transactionHash };
  return { state: "failed", error: "The transaction was reverted on chain", transactionHash };
}

function areSame(found: readonly Share[], wanted: readonly Share[]): boolean {
  return (
    found.length === wanted.length &&
    found.every(({ account, splitMicroPercent }, index) => {
      const other = wanted[index];
      return (
        other !== undefined &&
        isAddressEqual(account, other.account) &&
        splitMicroPercent === other.splitMicroPercent
      );
    })
  );
}

/** The owner may use the wallet elsewhere too: then our transaction's place may be taken. */
async function isReplaced(
  ctx: ServiceContext,
  chain: LaunchChain,
  action: WalletAction,
): Promise<boolean> {
  const [stored] = await ctx.transactions.listOf(operationOf(action));
  const ageMs = ctx.clock.now().getTime() - (stored?.createdAt.getTime() ?? 0);
  if (stored === undefined || ageMs < RECEIPT_DELAY_MS) return false;
  if ((await chain.nonceOf(action.wallet)) <= stored.nonce) return false;
  const error = "Another transaction of this wallet took its place";
  await ctx.walletActions.finish(action.id, { state: "failed", error, transactionHash: null });
  return true;
}
