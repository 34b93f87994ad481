import { type Address, isAddressEqual } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import type { TransactionState } from "@/lib/features/transactions/rules";
import { toSeconds } from "@/lib/features/users/get-own-account";
import { requireAccount, walletsOf } from "@/lib/features/users/require-account";
import type { Session } from "@/lib/features/users/rules/account";
import type { Caller } from "@/lib/http/limits/callers";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { AppError } from "@/lib/shared/errors";
import { formatWei } from "@/lib/shared/text/decimal";
import { countDown } from "@/lib/support/count-down";
import { createSemaphore } from "@/lib/support/create-semaphore";
import { type Payout, payOutWallet } from "./pay-out-wallet";
import { type PayoutState, REQUEST_WAIT_MS, WALLETS_AT_ONCE } from "./rules/payout";
import type { PayoutAnswer } from "./schema/earnings";

/**
 * Pays everything that is worth its gas to the user's wallets, or to one of them.
 * @throws AppError not_signed_in, forbidden (another user's wallet), and those of `payOutWallet` if no
 *   wallet could be paid
 */
export async function payOut({
  ctx,
  input,
}: {
  ctx: TransactionContext &
    Pick<ServiceContext, "accounts" | "env" | "ids" | "managers" | "nonceGaps" | "settings">;
  input: {
    session: Session;
    wallet: Address | null;
    /** Null for our own programs. */
    caller: Pick<Caller, "isExempt"> | null;
    limit: (policy: LimitPolicyName, subject: string) => Promise<void>;
  };
}): Promise<PayoutAnswer> {
  const { session, wallet, caller, limit } = input;
  const own = await walletsOf(ctx, await requireAccount(ctx, session));
  const chosen = own.filter(({ address }) => wallet === null || isAddressEqual(address, wallet));
  if (wallet !== null && chosen.length === 0)
    throw new AppError("forbidden", "This is not your wallet");
  const inTurn = createSemaphore(WALLETS_AT_ONCE);
  const remainingMs = countDown(REQUEST_WAIT_MS);
  const settled = await Promise.allSettled(
    // By address: usernames change hands, and a wallet remains its owner's.
    chosen.map(({ address: account }) =>
      inTurn(() => payOutWallet({ ctx, input: { account, caller, limit, waitMs: remainingMs() } })),
    ),
  );
  const releases = settled.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const failures = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  // The errors say that nothing was sent. What another wallet was paid is reported instead, and the
  // rest stays payable.
  if (failures.length > 0 && releases.every(({ payouts }) => payouts.length === 0))
    throw failures[0];
  for (const err of failures) ctx.log.warn({ err }, "one of a user's wallets was not paid");
  return {
    success: true,
    payouts: releases.flatMap((release) => release.payouts.map(toPayout)),
    unpaid: releases.flatMap(({ account, unpaid }) =>
      unpaid.map(({ amountWei, minimumWei, ...rest }) => ({
        ...rest,
        wallet: account,
        amount: formatWei(amountWei),
        least: minimumWei === null ? null : formatWei(minimumWei),
      })),
    ),
    unavailable: [...new Set(releases.flatMap(({ unavailable }) => unavailable))],
  };
}

/** Payout states on the wire. */
const PAYOUT_STATES = {
  waiting: "pending",
  active: "pending",
  completed: "paid",
  failed: "failed",
} as const satisfies Record<TransactionState, PayoutState>;

export function toPayout(payout: Payout): PayoutAnswer["payouts"][number] {
  const { chain, payload, state, result, transactionHash, error } = payout;
  return {
    chain,
    kind: payload.kind,
    source: payload.source,
    wallet: payload.account,
    amount: formatWei(payload.amountWei),
    state: PAYOUT_STATES[state],
    paid: result === null ? null : formatWei(result.paidWei),
    transactionHash,
    error,
    createdAt: toSeconds(payout.createdAt),
  };
}
