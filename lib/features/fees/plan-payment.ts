import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { CallRevertedError } from "@/lib/drivers/chain/chain-types";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import type { CallEncoder } from "@/lib/drivers/chain/encode-calls";
import type { PayoutReader } from "@/lib/drivers/chain/readers/create-payout-reader";
import { sizePayout, TOO_MUCH_GAS } from "@/lib/features/transactions/kinds/payout";
import { minimumPayoutWei, type Payable, termsOf } from "./rules/payout";

/** `too_small`: not worth its gas yet. `refused`: the simulation reverted or uses too much gas. */
export type PaymentPlan =
  | { worth: "paying"; payable: Payable; gas: bigint }
  | { worth: "too_small"; minimumWei: bigint }
  | { worth: "refused"; reason: string };

/**
 * Decides whether a payable amount is worth a transaction paid by the service. If claiming all
 * streams into a manager reverts or costs too much for this wallet's part, fewer or none are claimed.
 */
export async function planPayment({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env">;
  input: {
    chain: CallEncoder & DryRun & PayoutReader & ServerSigner;
    account: Address;
    payable: Payable;
  };
}): Promise<PaymentPlan> {
  const { chain, account, payable } = input;
  const terms = termsOf(ctx.env);
  let plan: PaymentPlan = { worth: "too_small", minimumWei: terms.minimumWei };
  if (payable.amountWei < terms.minimumWei) return plan;
  let refused: PaymentPlan | null = null;
  for (const count of new Set([payable.tokens.length, 1, 0])) {
    if (count > payable.tokens.length) continue;
    const fewer = await withTokens(chain, account, payable, count);
    try {
      const sized = await sizePayout(chain, account, fewer);
      if (sized === null) {
        refused ??= { worth: "refused", reason: TOO_MUCH_GAS };
        continue;
      }
      const { gas, fees } = sized;
      const minimumWei = minimumPayoutWei(gas * fees.maxFeePerGas, terms);
      if (fewer.amountWei >= minimumWei) return { worth: "paying", payable: fewer, gas };
      if (plan.minimumWei === terms.minimumWei) plan = { worth: "too_small", minimumWei };
    } catch (error) {
      if (!(error instanceof CallRevertedError)) throw error;
      // One of the streams may revert; what the manager holds already does not depend on it.
      refused ??= { worth: "refused", reason: error.message };
    }
  }
  return refused ?? plan;
}

async function withTokens(
  chain: PayoutReader,
  account: Address,
  payable: Payable,
  count: number,
): Promise<Payable> {
  if (count === payable.tokens.length) return payable;
  const tokens = payable.tokens.slice(0, count);
  const [amountWei = 0n] = await chain.releasableWei(account, tokens, [payable.source]);
  return { ...payable, tokens, amountWei };
}
