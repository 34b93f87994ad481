import type { Address } from "viem";
import type { LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type { Payout } from "../../db/payouts/payout-store";
import { type ChainSlug, isChainSlug } from "../../domain/chains";
import { AppError } from "../../domain/errors";
import type { Identity } from "../../domain/identity";
import type { Payable } from "../../domain/payout";
import type { LimitPolicyName } from "../../operations/limits";
import { reserveGas } from "../budget/reserve-gas";
import { poll } from "../transactions/poll";
import { advancePayout, operationOf, settlePayout } from "./advance-payout";
import { findPayables } from "./find-payables";
import { planPayment } from "./plan-payment";

/** Payments of one request on one chain; what is left over waits for the next request. */
const PAYMENTS_MAX = 20;
const PLANNED_AT_ONCE = 5;
/** How long a caller waits for transactions to be mined; payouts go on without them. */
const WAIT_MS = 25_000;

/** Something that was not paid: not worth its gas yet, refused by the chain, or for next time. */
export type Unpaid = {
  chain: ChainSlug;
  reason: "too_small" | "refused" | "next_time";
  /** What it takes to be worth its gas now; null for the other reasons. */
  leastWei: bigint | null;
} & Pick<Payable, "kind" | "source" | "amountWei">;

/** `payouts` may still be under way (`pending`). Chains that did not answer are `unavailable`. */
export type Release = {
  account: Address;
  payouts: Payout[];
  unpaid: Unpaid[];
  unavailable: ChainSlug[];
};

/**
 * Pays an identity what waits for its wallet on all chains, with the service's gas: streams that
 * the wallet holds are claimed; streams that managers hold are claimed into the manager and the
 * wallet's part is released in the same transaction. Only what is worth its gas is paid. Safe to
 * repeat: what is under way is joined, not paid again.
 * @throws AppError rate_limited (per wallet), budget_exhausted when nothing could be paid,
 *   dependency_unavailable, and those of `resolve`
 */
export async function releaseFor({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: {
    identity: Identity;
    limit: (policy: LimitPolicyName, subject: string) => Promise<void>;
    waitMs?: number;
  };
}): Promise<Release> {
  const { address: account } = await ctx.wallets.resolve(input.identity);
  await input.limit("payout", account);
  let exhausted: AppError | null = null;
  const release: Release = { account, payouts: [], unpaid: [], unavailable: [] };
  await Promise.all(
    Object.entries(ctx.chains).map(async ([slug, chain]) => {
      if (!isChainSlug(slug) || chain === undefined) return;
      try {
        await payOn(ctx, slug, chain, release);
      } catch (err) {
        if (err instanceof AppError && err.code === "budget_exhausted") exhausted ??= err;
        // One chain's outage must not keep the money of the others.
        ctx.log.warn(
          { err, chain: slug },
          "a chain did not answer, so nothing more was paid there",
        );
        release.unavailable.push(slug);
      }
    }),
  );
  const { payouts } = release;
  if (exhausted !== null && payouts.length === 0) throw exhausted;
  await poll(input.waitMs ?? WAIT_MS, async () => {
    const ended = await Promise.all(payouts.map((payout) => hasEnded(ctx, payout)));
    return ended.every(Boolean) ? true : null;
  });
  const latest = await Promise.all(payouts.map(({ id }) => ctx.payouts.find(id)));
  return { ...release, payouts: latest.filter((payout) => payout !== null) };
}

async function payOn(
  ctx: ServiceContext,
  slug: ChainSlug,
  chain: LaunchChain,
  release: Release,
): Promise<void> {
  const { account } = release;
  const payables = await findPayables({ ctx, input: { chain, account } });
  if (payables.length === 0) return;
  const { maxFeePerGas } = await chain.estimateFees();
  const leave = (
    { kind, source, amountWei }: Payable,
    reason: Unpaid["reason"],
    leastWei: bigint | null = null,
  ) => release.unpaid.push({ chain: slug, kind, source, amountWei, reason, leastWei });
  let paid = 0;

  async function pay(payable: Payable): Promise<void> {
    const plan = await planPayment({ ctx, input: { chain, account, payable, maxFeePerGas } });
    if (plan.worth === "too_small") return void leave(payable, plan.worth, plan.leastWei);
    if (plan.worth === "refused") return void leave(payable, plan.worth);
    const id = ctx.ids.jobId();
    const operationId = operationOf({ id });
    await reserveGas({ ctx, input: { chain, operationId, gas: plan.gas } });
    const payout = await ctx.payouts.begin({ id, chain: slug, account, ...plan.payable });
    if (payout.id !== id) {
      await ctx.gasLedger.release({ chainId: chain.deployment.chainId, operationId });
    }
    release.payouts.push(payout);
    await advancePayout({ ctx, input: { payout } });
  }

  for (let start = 0; start < payables.length; start += PLANNED_AT_ONCE) {
    const batch = payables.slice(start, start + PLANNED_AT_ONCE);
    if (paid >= PAYMENTS_MAX) {
      for (const payable of batch) leave(payable, "next_time");
      continue;
    }
    const before = release.payouts.length;
    await Promise.all(batch.map(pay));
    paid += release.payouts.length - before;
  }
}

async function hasEnded(ctx: ServiceContext, payout: Payout): Promise<boolean> {
  const latest = await ctx.payouts.find(payout.id);
  if (latest?.state !== "pending") return true;
  return settlePayout({ ctx, input: { payout } }).catch((err: unknown) => {
    ctx.log.warn({ err, payout: payout.id }, "a payout's receipt could not be read yet");
    return false;
  });
}
