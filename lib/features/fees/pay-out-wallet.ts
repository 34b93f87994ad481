import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import type { CallEncoder } from "@/lib/drivers/chain/encode-calls";
import type { PayoutReader } from "@/lib/drivers/chain/readers/create-payout-reader";
import { type GasUse, gasUseOf, orReleaseGas, reserveGas } from "@/lib/features/budget/reserve-gas";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import { findReverted } from "@/lib/features/transactions/kinds/payout";
import { runAndWait } from "@/lib/features/transactions/run";
import { isOfKind, type Transaction } from "@/lib/features/transactions/transaction";
import type { Caller } from "@/lib/http/limits/callers";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { type ChainSlug, isChainSlug } from "@/lib/shared/chains";
import { REFUSALS } from "@/lib/shared/error-outcomes";
import { AppError } from "@/lib/shared/errors";
import { countDown } from "@/lib/support/count-down";
import { findPayables } from "./find-payables";
import { logSkippedChain } from "./log-skipped-chain";
import { planPayment } from "./plan-payment";
import { type Payable, payoutKeyOf, REQUEST_WAIT_MS } from "./rules/payout";

/** Maximum payments per request and chain; the rest is left for the next request. */
const PAYMENTS_MAX = 20;
const PLANNED_AT_ONCE = 5;

export type Payout = Transaction<"payout">;

/**
 * An amount that was not paid: not worth its gas yet, reverted in simulation or on chain within the
 * last day, or left for the next request.
 */
export type Unpaid = {
  chain: ChainSlug;
  reason: "too_small" | "refused" | "next_time";
  /** The minimum that is worth its gas now; null for other reasons. */
  minimumWei: bigint | null;
} & Pick<Payable, "kind" | "source" | "amountWei">;

/** `payouts` may still be pending. `unavailable` lists chains that did not respond. */
export type WalletPayouts = {
  account: Address;
  payouts: Payout[];
  unpaid: Unpaid[];
  unavailable: ChainSlug[];
};

/**
 * Pays a wallet's claimable fees on all chains; the service pays the gas. Streams that the
 * wallet holds are claimed; streams that managers hold are claimed into the manager, and the
 * wallet's part is released in the same transaction. Amounts that are not worth their gas are
 * skipped. Safe to repeat: a pending payout is joined, not paid again.
 * @throws AppError rate_limited (per wallet), budget_exhausted or wallet_blocked if nothing could be
 *   paid
 */
export async function payOutWallet({
  ctx,
  input,
}: {
  ctx: TransactionContext &
    Pick<ServiceContext, "env" | "ids" | "managers" | "nonceGaps" | "settings">;
  input: {
    account: Address;
    /** Null for our own programs. */
    caller: Pick<Caller, "isExempt"> | null;
    limit: (policy: LimitPolicyName, subject: string) => Promise<void>;
    waitMs?: number;
  };
}): Promise<WalletPayouts> {
  const { account } = input;
  await input.limit("payout", account);
  let refused: AppError | null = null;
  const release: WalletPayouts = { account, payouts: [], unpaid: [], unavailable: [] };
  const use = gasUseOf(input.caller);
  const remainingMs = countDown(input.waitMs ?? REQUEST_WAIT_MS);
  await Promise.all(
    Object.entries(ctx.chains).map(async ([slug, chain]) => {
      if (!isChainSlug(slug) || chain === undefined) return;
      try {
        await payOnChain(ctx, slug, chain, release, { remainingMs, use });
      } catch (err) {
        if (err instanceof AppError && REFUSALS.has(err.code)) refused ??= err;
        // An outage of one chain must not block payouts on the others.
        logSkippedChain(ctx.log, "payouts on a chain stopped", slug, err);
        release.unavailable.push(slug);
      }
    }),
  );
  const { payouts } = release;
  if (refused !== null && payouts.length === 0) throw refused;
  return release;
}

async function payOnChain(
  ctx: TransactionContext &
    Pick<ServiceContext, "env" | "ids" | "managers" | "nonceGaps" | "settings">,
  slug: ChainSlug,
  chain: CallEncoder & ChainIdentity & DryRun & PayoutReader & ServerSigner,
  release: WalletPayouts,
  { remainingMs, use }: { remainingMs: () => number; use: GasUse },
): Promise<void> {
  const { account } = release;
  const payables = await findPayables({ ctx, input: { chain, account } });
  if (payables.length === 0) return;
  const reverted = await findReverted(ctx, slug, account);
  const leave = (
    { kind, source, amountWei }: Payable,
    reason: Unpaid["reason"],
    minimumWei: bigint | null = null,
  ) => release.unpaid.push({ chain: slug, kind, source, amountWei, reason, minimumWei });
  const running: Promise<Transaction>[] = [];

  async function pay(payable: Payable): Promise<void> {
    if (reverted.has(payoutKeyOf(slug, account, payable.source))) {
      return void leave(payable, "refused");
    }
    const plan = await planPayment({ ctx, input: { chain, account, payable } });
    if (plan.worth === "too_small") return void leave(payable, plan.worth, plan.minimumWei);
    if (plan.worth === "refused") return void leave(payable, plan.worth);
    const id = `payout:${ctx.ids.randomId()}`;
    const reservation = { chain, transactionId: id };
    await reserveGas({ ctx, input: { ...reservation, gas: plan.gas, use } });
    const transaction = await orReleaseGas({ ctx, input: reservation }, () =>
      accept(ctx, id, slug, { account, ...plan.payable }),
    );
    if (transaction.id !== id) {
      await ctx.gasLedger.release({ chainId: chain.deployment.chainId, transactionId: id });
    }
    running.push(runAndWait(ctx, { transaction, waitMs: remainingMs() }));
  }

  try {
    for (let start = 0; start < payables.length; start += PLANNED_AT_ONCE) {
      const batch = payables.slice(start, start + PLANNED_AT_ONCE);
      if (running.length >= PAYMENTS_MAX) {
        for (const payable of batch) leave(payable, "next_time");
        continue;
      }
      // All end before the first error is thrown, so that what is sent is also reported.
      const settled = await Promise.allSettled(batch.map(pay));
      const refused = settled.find((one) => one.status === "rejected");
      if (refused !== undefined) throw refused.reason;
    }
  } finally {
    const ended = await Promise.all(running);
    release.payouts.push(...ended.filter((one) => isOfKind(one, "payout")));
  }
}

/** Stores a payout, or returns the pending one of the same source. */
async function accept(
  ctx: Pick<ServiceContext, "transactions">,
  id: string,
  chain: ChainSlug,
  payload: Payout["payload"],
): Promise<Transaction> {
  const { account, source } = payload;
  const exclusiveKey = payoutKeyOf(chain, account, source);
  const payout = { id, kind: "payout" as const, chain, payload, owner: account, exclusiveKey };
  // A payout that ends between the two statements frees the key; try again.
  for (let tries = 0; tries < 10; tries += 1) {
    const stored = await ctx.transactions.insert(payout, { isRunHere: true });
    const found = stored ?? (await ctx.transactions.findOpen(exclusiveKey));
    if (found !== null) return found;
  }
  throw new Error(`Payout ${id} could not be stored`);
}
