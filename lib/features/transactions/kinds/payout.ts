import { type Address, isAddressEqual } from "viem";
import type { Call, Fees } from "@/lib/drivers/chain/chain-types";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import type { CallEncoder } from "@/lib/drivers/chain/encode-calls";
import type { PayoutReader } from "@/lib/drivers/chain/readers/create-payout-reader";
import {
  LATER_WORK_GAS,
  payoutGasLimitMax,
  TRANSACTION_GAS_MAX,
} from "@/lib/features/budget/rules/gas-limit";
import {
  minimumPayoutWei,
  type Payable,
  payoutKeyOf,
  REVERTED_PAUSE_MS,
  termsOf,
} from "@/lib/features/fees/rules/payout";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Transaction } from "../transaction";
import { type Kind, REVERTED, type TransactionContext } from "./kind";

/** Why a payout is not sent whose recipient makes it too expensive. */
export const TOO_MUCH_GAS = "The recipient's contract uses more gas than a payout may";

/** Pays out a fee stream, a manager share or a referrer's earnings. Funds only go to the wallet that earned them. */
export const payout: Kind<"payout"> = {
  async prepare(ctx, chain, { chain: slug, payload }) {
    const { account, source } = payload;
    const amountWei = await readAmountWei(chain, payload);
    if (amountWei === 0n) {
      return { signer: null, reason: "Nothing left to pay: it was already paid" };
    }
    const reverted = await findReverted(ctx, slug, account);
    if (reverted.has(payoutKeyOf(slug, account, source))) {
      return { signer: null, reason: "A payout to this address reverted within the last day" };
    }
    // The recipient may be a contract whose cost has changed since the payout was accepted.
    const sized = await sizePayout(chain, account, payload);
    if (sized === null) return { signer: null, reason: TOO_MUCH_GAS };
    const costWei = sized.gas * sized.fees.maxFeePerGas;
    if (amountWei < minimumPayoutWei(costWei, termsOf(ctx.env))) {
      return { signer: null, reason: "Worth less than its gas now" };
    }
    return { signer: "server", ...sized };
  },
  async findEnd(_ctx, chain, { payload }, outcome) {
    if (outcome === null) return null;
    const { hash: transactionHash, status } = outcome;
    if (status === "reverted") return { state: "failed", transactionHash, error: REVERTED };
    const paidWei = await chain.findPaidWei(transactionHash, payload);
    return { state: "completed", transactionHash, result: { paidWei } };
  },
};

/**
 * The call of a payout, with the gas limit and fees to sign it with; null if it needs more gas than
 * the service pays for.
 * @throws CallRevertedError
 */
export async function sizePayout(
  chain: CallEncoder & DryRun & ServerSigner,
  account: Address,
  payable: Payable,
): Promise<{ call: Call; gas: bigint; fees: Fees } | null> {
  const [call, fees, balanceWei] = await Promise.all([
    chain.payoutCall(account, payable),
    chain.estimateFees(),
    chain.serverBalanceWei(),
  ]);
  // A contract can tell a simulation without fees from a payment. With less, nodes refuse fees.
  const canPay = balanceWei >= 2n * TRANSACTION_GAS_MAX * fees.maxFeePerGas;
  const gas = await chain.estimateGas(call, LATER_WORK_GAS, canPay ? fees : undefined);
  return gas > payoutGasLimitMax(payable.tokens.length) ? null : { call, gas, fees };
}

/** The keys of the payouts to an account that reverted on chain lately: they are not tried again. */
export function findReverted(
  ctx: Pick<TransactionContext, "clock" | "transactions">,
  chain: ChainSlug,
  account: Address,
): Promise<Set<string>> {
  const since = new Date(ctx.clock.now().getTime() - REVERTED_PAUSE_MS);
  return ctx.transactions.findRevertedPayouts({ chain, account, since });
}

/** The amount that is claimable now; anyone may have triggered the payout since it was planned. */
async function readAmountWei(
  chain: PayoutReader,
  { kind, source, tokens, account }: Transaction<"payout">["payload"],
): Promise<bigint> {
  if (kind === "manager") {
    const [amountWei = 0n] = await chain.releasableWei(account, tokens, [source]);
    return amountWei;
  }
  if (kind === "referral") {
    const referrals = await chain.referralsOf(account);
    const own = referrals.find(({ hook }) => isAddressEqual(hook, source));
    return own === undefined ? 0n : own.earnedWei - own.paidWei;
  }
  const [stream] = await chain.streamsOf([source]);
  return stream && isAddressEqual(stream.holder, account) ? stream.claimableWei : 0n;
}
