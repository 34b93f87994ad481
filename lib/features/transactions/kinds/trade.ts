import { keccak256 } from "viem";
import { CallRevertedError } from "@/lib/drivers/chain/chain-types";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import type { Executor } from "@/lib/drivers/db/create-database";
import { encodeTrade, type SignedPermit } from "@/lib/features/trade/rules/encode-trade";
import { permitFor } from "@/lib/features/trade/rules/permit";
import { AppError } from "@/lib/shared/errors";
import { isEnded } from "../rules";
import type { NewTransaction, Transaction } from "../transaction";
import { endUnmined } from "./end-unmined";
import { type Kind, type Prepared, REVERTED, type TransactionContext } from "./kind";

/** Why a trade was not sent. The first word is the problem, as the trade panel explains it. */
const EXPIRED = "expired: the trade was not sent before its deadline";
const PRICE_MOVED = "price_moved: the trade would bring less than its minimum";
const NO_POOL = "no_pool: the token has no pool here";
const PENDING_APPROVAL = "The approval of this sale is not mined yet";
const NO_TOKENS = "insufficient_tokens: the wallet has fewer tokens";

/** Why the approval of a sale was not sent. */
export const SALE_ENDED = "Its sale has ended";

/**
 * Trades with a managed wallet, which pays the gas. Only the order is stored: the call to the chain's
 * router is encoded when it is signed. A sale waits for the approval of its amount.
 */
export const trade: Kind<"trade"> = {
  async prepare(ctx, chain, transaction) {
    const prepared = await prepareOrder(ctx, chain, transaction).catch(async (error: unknown) => {
      if (error instanceof CallRevertedError) await requireApprovalEnded(ctx, transaction);
      throw error;
    });
    if (prepared.signer === null) await requireApprovalEnded(ctx, transaction);
    return prepared;
  },
  async findEnd(ctx, chain, transaction, outcome) {
    if (outcome === null) return endUnmined(ctx, chain, transaction);
    const { status, hash: transactionHash } = outcome;
    if (status === "reverted") return { state: "failed", transactionHash, error: REVERTED };
    const amountOut = await chain.findTradeOutput(transactionHash, transaction.payload.side);
    if (amountOut === null) throw new Error(`${transactionHash} contains no trade`);
    return { state: "completed", transactionHash, result: { amountOut } };
  },
};

async function prepareOrder(
  ctx: TransactionContext,
  chain: LaunchChain,
  transaction: Transaction<"trade">,
): Promise<Prepared> {
  const { payload } = transaction;
  const { wallet, side, token, amountIn, referrer } = payload;
  const reason = await findObstacle(ctx, chain, transaction);
  if (reason !== null) return { signer: null, reason };
  const launchHook = await chain.findHook(token);
  if (launchHook === null) return { signer: null, reason: NO_POOL };
  const order = { side, token, amountIn, referrer: referrer ?? undefined };
  const { amountOut } = await chain.quoteTrade(order, launchHook);
  if (amountOut < payload.minimumOut) return { signer: null, reason: PRICE_MOVED };
  const signed = side === "sell" ? await signPermit(ctx, chain, payload) : null;
  const { chainId, contracts, universalRouterVersion } = chain.deployment;
  const terms = { minimumOut: payload.minimumOut, deadlineSeconds: payload.deadline };
  const route = { ...contracts, launchHook, universalRouterVersion };
  const { to, data, value } = encodeTrade({ ...order, ...terms }, route, signed);
  return {
    signer: wallet,
    async sign(nonce) {
      const { gas, maxFeePerGas, maxPriorityFeePerGas } = payload;
      const fees = { gas, maxFeePerGas, maxPriorityFeePerGas };
      const call = { ...fees, chainId, nonce, to, data, valueWei: value };
      const rawTransaction = await ctx.wallets.signCall(payload.identity, wallet, call);
      return { rawTransaction, hash: keccak256(rawTransaction), maxFeePerGas };
    },
  };
}

/** The id of the sale, so that a sale has one approval. */
const approvalIdOf = (saleId: string) => `${saleId}:approval`;

/** The sale that an approval precedes. */
export const saleIdOf = (approvalId: string) => approvalId.slice(0, -approvalIdOf("").length);

/** Whether a deadline in Unix seconds has passed. */
export function isPast({ clock }: Pick<TransactionContext, "clock">, deadline: bigint): boolean {
  return BigInt(Math.floor(clock.now().getTime() / 1_000)) > deadline;
}

/** The approval that precedes a sale. */
export function approvalOf(sale: {
  id: string;
  chain: Transaction["chain"];
  payload: Transaction<"trade">["payload"];
}): NewTransaction<"trade_approval"> {
  const { identity, wallet, token, amountIn, approvalGas, ...terms } = sale.payload;
  const { maxFeePerGas, maxPriorityFeePerGas } = terms;
  const fees = { gas: approvalGas ?? 0n, maxFeePerGas, maxPriorityFeePerGas };
  const payload = { identity, wallet, token, amount: amountIn, ...fees };
  return { id: approvalIdOf(sale.id), kind: "trade_approval", chain: sale.chain, payload };
}

/**
 * Ends the approval of a sale that ends, unless it is signed.
 * @param tx the database transaction to do it in
 * @returns false while the approval is signed and not mined
 */
export async function endApproval(
  { transactions }: Pick<TransactionContext, "transactions">,
  saleId: string,
  tx?: Executor,
): Promise<boolean> {
  const id = approvalIdOf(saleId);
  if (await transactions.failUnsigned(id, SALE_ENDED, tx)) return true;
  const approval = await transactions.find(id, tx);
  return approval === null || isEnded(approval.state);
}

/**
 * A sent approval has the wallet's next nonce and costs gas, so other actions of the wallet must wait.
 * @throws AppError dependency_unavailable while it is not mined
 */
async function requireApprovalEnded(
  ctx: TransactionContext,
  { id, payload }: Transaction<"trade">,
): Promise<void> {
  if (payload.side === "buy" || (await endApproval(ctx, id))) return;
  throw new AppError("dependency_unavailable", PENDING_APPROVAL);
}

/**
 * Why a trade is no longer possible, or null.
 * @throws AppError dependency_unavailable while the approval of a sale is not mined
 */
async function findObstacle(
  ctx: TransactionContext,
  chain: LaunchChain,
  transaction: Transaction<"trade">,
): Promise<string | null> {
  const { wallet, side, token, amountIn, deadline, approvalGas } = transaction.payload;
  if (isPast(ctx, deadline) || (await chain.timestamp()) > deadline) return EXPIRED;
  if (side === "buy") return null;
  const { balance, allowances } = await chain.sellerOf(wallet, token);
  if (balance < amountIn) return NO_TOKENS;
  if (allowances.permit2 >= amountIn) return null;
  if (approvalGas === null) return "permission: the approval is no longer valid";
  const wanted = approvalOf(transaction);
  const approval =
    (await ctx.transactions.find(wanted.id)) ??
    (await ctx.transactions.insert(wanted, { isRunHere: false }));
  if (approval?.state === "failed") return `The approval failed: ${approval.error}`;
  throw new AppError("dependency_unavailable", PENDING_APPROVAL);
}

/** Signs that the router may transfer exactly the amount of this sale, until its deadline. */
async function signPermit(
  ctx: TransactionContext,
  chain: LaunchChain,
  { identity, wallet, token, amountIn, deadline }: Transaction<"trade">["payload"],
): Promise<SignedPermit> {
  const { chainId, contracts } = chain.deployment;
  const { allowances } = await chain.sellerOf(wallet, token);
  const permit = permitFor({
    token,
    amountIn,
    deadlineSeconds: deadline,
    spender: contracts.universalRouter,
    nonce: allowances.router.nonce,
  });
  const message = { permit, chainId, permit2: contracts.permit2 };
  return { permit, signature: await ctx.wallets.signPermit(identity, wallet, message) };
}
