import { isAddressEqual } from "viem";
import { CallRevertedError, type LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type { Payout } from "../../db/payouts/payout-store";
import { requireChain } from "../launch/require-chain";
import { findOutcome } from "../transactions/find-outcome";
import { prepareTransaction } from "../transactions/prepare-transaction";
import { sendTransaction } from "../transactions/send-transaction";

/** The operation that a payout's transaction is stored under: one payout is one nonce. */
export function operationOf(payout: Pick<Payout, "id">): string {
  return `payout:${payout.id}`;
}

/**
 * Takes a payout as far as it goes now: signs and stores its transaction unless that was done,
 * sends it, and once it is mined notes what arrived. May run any number of times.
 * @returns whether the payout has ended
 */
export async function advancePayout({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { payout: Payout };
}): Promise<boolean> {
  const { payout } = input;
  if (await settlePayout({ ctx, input })) return true;
  const chain = requireChain(ctx, payout.chain);
  const operationId = operationOf(payout);
  const call = chain.payoutCall(payout.account, payout);
  const isSigned = (await ctx.transactions.listOf(operationId)).length > 0;
  if (!isSigned && (await readAmountWei(chain, payout)) === 0n) {
    return fail(ctx, payout, "Nothing is left to pay: it was paid already");
  }
  try {
    await prepareTransaction({ ctx, input: { chain, operationId, call } });
  } catch (error) {
    if (!(error instanceof CallRevertedError)) throw error;
    return fail(ctx, payout, error.message);
  }
  await sendTransaction({ ctx, input: { chain, operationId } });
  return settlePayout({ ctx, input });
}

/** What the payment would bring now; anybody may have triggered it since it was planned. */
async function readAmountWei(chain: LaunchChain, payout: Payout): Promise<bigint> {
  const { kind, source, tokens, account } = payout;
  if (kind === "manager") {
    const [amountWei = 0n] = await chain.releasableWei(account, tokens, [source]);
    return amountWei;
  }
  const [stream] = await chain.streamsOf([source]);
  return stream && isAddressEqual(stream.holder, account) ? stream.claimableWei : 0n;
}

async function fail(ctx: ServiceContext, payout: Payout, error: string): Promise<true> {
  const { id } = payout;
  const { chainId } = requireChain(ctx, payout.chain).deployment;
  await ctx.gasLedger.release({ chainId, operationId: operationOf(payout) });
  await ctx.payouts.finish(id, { state: "failed", error, transactionHash: null });
  return true;
}

/** Notes the end of a payout whose transaction is mined; false while it is not. */
export async function settlePayout({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { payout: Payout };
}): Promise<boolean> {
  const { payout } = input;
  const { id, account, source } = payout;
  const chain = requireChain(ctx, payout.chain);
  const outcome = await findOutcome({ ctx, input: { chain, operationId: operationOf(payout) } });
  if (outcome === null) return false;
  const { hash: transactionHash } = outcome;
  if (outcome.status === "reverted") {
    const error = "The transaction was reverted on chain";
    await ctx.payouts.finish(id, { state: "failed", error, transactionHash });
    return true;
  }
  const paidWei = await chain.findPaidWei(transactionHash, { account, source });
  await ctx.payouts.finish(id, { state: "paid", paidWei, transactionHash });
  ctx.log.info({ payout: id, account, paidWei: paidWei.toString() }, "paid out");
  await ctx.market.nudgeIndexer(payout.chain);
  return true;
}
