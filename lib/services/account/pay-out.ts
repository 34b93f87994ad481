import { type Address, isAddressEqual } from "viem";
import type { ServiceContext } from "../../context";
import type { Payout } from "../../db/payouts/payout-store";
import type { Session } from "../../domain/account";
import { formatWei } from "../../domain/decimal";
import { AppError } from "../../domain/errors";
import type { LimitPolicyName } from "../../operations/limits";
import type { PayoutAnswer } from "../../schemas/account";
import { releaseFor } from "../payouts/release-for";
import { toSeconds } from "./get-account";
import { requireAccount, walletsOf } from "./require-account";

/**
 * Pays everything that is worth its gas to the wallets of the person, or to one of them.
 * @throws AppError not_signed_in, forbidden (a wallet of somebody else), rate_limited
 */
export async function payOut({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: {
    session: Session;
    wallet: Address | null;
    limit: (policy: LimitPolicyName, subject: string) => Promise<void>;
  };
}): Promise<PayoutAnswer> {
  const { session, wallet, limit } = input;
  const own = await walletsOf(ctx, await requireAccount(ctx, session));
  const chosen = own.filter(({ address }) => wallet === null || isAddressEqual(address, wallet));
  if (wallet !== null && chosen.length === 0) throw new AppError("forbidden", "Not your wallet");
  const releases = await Promise.all(
    chosen.map(({ identity }) => releaseFor({ ctx, input: { identity, limit } })),
  );
  return {
    success: true,
    payouts: releases.flatMap((release) => release.payouts.map(toPayout)),
    unpaid: releases.flatMap(({ account, unpaid }) =>
      unpaid.map(({ amountWei, leastWei, ...rest }) => ({
        ...rest,
        wallet: account,
        amount: formatWei(amountWei),
        least: leastWei === null ? null : formatWei(leastWei),
      })),
    ),
    unavailable: [...new Set(releases.flatMap(({ unavailable }) => unavailable))],
  };
}

export function toPayout(payout: Payout): PayoutAnswer["payouts"][number] {
  const { chain, kind, source, account, amountWei, state, paidWei, transactionHash, error } =
    payout;
  return {
    chain,
    kind,
    source,
    wallet: account,
    amount: formatWei(amountWei),
    state,
    paid: paidWei === null ? null : formatWei(paidWei),
    transactionHash,
    error,
    createdAt: toSeconds(payout.createdAt),
  };
}
