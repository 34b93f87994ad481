import { keccak256 } from "viem";
import type { LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type { WalletAction } from "../../db/account/wallet-action-store";
import { AppError } from "../../domain/errors";
import { requireChain } from "../launch/require-chain";
import { findOutcome } from "../transactions/find-outcome";
import { poll } from "../transactions/poll";
import { prepareTransaction } from "../transactions/prepare-transaction";
import { sendTransaction } from "../transactions/send-transaction";

/** How long a missing receipt may be the node's delay rather than another use of the nonce. */
const RECEIPT_DELAY_MS = 60_000;
const TOP_UP_WAIT_MS = 15_000;

const operationOf = (action: WalletAction) => `action:${action.id}`;

/**
 * Takes an action as far as it goes now: gives the wallet gas where the service pays for it, signs
 * and stores its transaction unless that was done, sends it, and notes its end. May run any number
 * of times.
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
    if (!(await hasGas(ctx, chain, action))) return false;
    if (!(await signAction(ctx, chain, action))) return true;
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
  const chain = requireChain(ctx, action.chain);
  const operationId = operationOf(action);
  const outcome = await findOutcome({ ctx, input: { chain, operationId } });
  if (outcome === null) return isReplaced(ctx, chain, action);
  const { hash: transactionHash, status } = outcome;
  const error = "The transaction was reverted on chain";
  if (status === "success" && action.kind === "manager_shares") {
    const state = await chain.readManager(action.to);
    if (state) await ctx.managers.keep({ chain: action.chain, address: action.to, ...state });
  }
  await ctx.walletActions.finish(
    action.id,
    status === "success"
      ? { state: "completed", transactionHash }
      : { state: "failed", error, transactionHash },
  );
  ctx.log.info({ action: action.id, kind: action.kind, status }, "a wallet's action has ended");
  return true;
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

/** Whether the wallet can pay for the transaction; the service pays for changes of shares. */
async function hasGas(
  ctx: ServiceContext,
  chain: LaunchChain,
  action: WalletAction,
): Promise<boolean> {
  if (action.kind !== "manager_shares") return true;
  const call = { to: action.to, data: action.data };
  const feeWei = action.gas * action.maxFeePerGas + (await chain.estimateDataFeeWei(call));
  const operationId = `gas:${action.id}`;
  const missingWei = feeWei - (await chain.balanceOf(action.wallet));
  const isGiven = (await ctx.transactions.listOf(operationId)).length > 0;
  if (missingWei <= 0n && !isGiven) return true;
  const gift = { to: action.wallet, data: "0x" as const, value: missingWei };
  await prepareTransaction({ ctx, input: { chain, operationId, call: gift } });
  await sendTransaction({ ctx, input: { chain, operationId } });
  const given = await poll(TOP_UP_WAIT_MS, () =>
    findOutcome({ ctx, input: { chain, operationId } }),
  );
  return given?.status === "success";
}

/** False when the wallet can never sign here, which ends the action. */
async function signAction(
  ctx: ServiceContext,
  chain: LaunchChain,
  action: WalletAction,
): Promise<boolean> {
  const { wallet, to, data, valueWei, gas, maxFeePerGas, maxPriorityFeePerGas } = action;
  const on = { chainId: chain.deployment.chainId, wallet };
  await ctx.transactions.advance(on, await chain.nonceOf(wallet));
  const rest = { to, data, valueWei, gas, maxFeePerGas, maxPriorityFeePerGas };
  try {
    await ctx.transactions.reserve(
      on,
      operationOf(action),
      () => chain.nonceOf(wallet),
      async (nonce) => {
        const transaction = { ...rest, nonce, chainId: on.chainId };
        const rawTransaction = await ctx.wallets.signTransaction(
          action.identity,
          wallet,
          transaction,
        );
        return { rawTransaction, hash: keccak256(rawTransaction), maxFeePerGas };
      },
    );
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable) throw error;
    const end = { state: "failed" as const, error: error.message, transactionHash: null };
    await ctx.walletActions.finish(action.id, end);
    return false;
  }
}
