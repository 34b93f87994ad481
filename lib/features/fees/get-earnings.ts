import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { AccountReader } from "@/lib/drivers/chain/readers/create-account-reader";
import type { PayoutReader } from "@/lib/drivers/chain/readers/create-payout-reader";
import { isOfKind, type Transaction } from "@/lib/features/transactions/transaction";
import { toSeconds } from "@/lib/features/users/get-own-account";
import { requireAccount, walletsOf } from "@/lib/features/users/require-account";
import type { Session } from "@/lib/features/users/rules/account";
import { formatWei } from "@/lib/shared/text/decimal";
import { createSemaphore } from "@/lib/support/create-semaphore";
import { findPayables } from "./find-payables";
import { logSkippedChain } from "./log-skipped-chain";
import { toPayout } from "./pay-out";
import { readIndexedEarnings } from "./read-indexed-earnings";
import { WALLETS_AT_ONCE } from "./rules/payout";
import type { EarningsAnswer } from "./schema/earnings";
import { WALLET_ACTION_STATES } from "./wallet-action";

const PAYOUTS_SHOWN = 50;
const ACTIONS_SHOWN = 20;

/**
 * Per chain, the claimable amounts, holdings and earnings of the user's wallets, and their latest
 * payouts and wallet actions.
 * @throws AppError not_signed_in
 */
export async function getEarnings({
  ctx,
  input,
}: {
  ctx: Pick<
    ServiceContext,
    | "accounts"
    | "chains"
    | "clock"
    | "env"
    | "log"
    | "managers"
    | "market"
    | "transactions"
    | "wallets"
  >;
  input: { session: Session };
}): Promise<EarningsAnswer> {
  const user = await requireAccount(ctx, input.session);
  const own = await walletsOf(ctx, user);
  const chains = Object.values(ctx.chains);
  const inTurn = createSemaphore(WALLETS_AT_ONCE);
  const reading = own.map(({ address, managed }) =>
    inTurn(async () => ({
      address,
      managed,
      chains: await Promise.all(chains.map((chain) => readChain(ctx, chain, address))),
    })),
  );
  const addresses = own.map(({ address }) => address);
  const [wallets, payouts, actions] = await Promise.all([
    Promise.all(reading),
    ctx.transactions.listOf(addresses, ["payout"], PAYOUTS_SHOWN),
    ctx.transactions.listOf([user.id], ["withdrawal", "share_change", "token_drop"], ACTIONS_SHOWN),
  ]);
  const { PAYOUT_MINIMUM_WEI: minimumWei, PAYOUT_GAS_FACTOR: gasFactor } = ctx.env;
  return {
    success: true,
    wallets,
    payouts: payouts.filter((one) => isOfKind(one, "payout")).map(toPayout),
    actions: actions.flatMap(toAnswer),
    terms: { minimum: formatWei(minimumWei), gasFactor },
  };
}

function toAnswer(action: Transaction): EarningsAnswer["actions"] {
  const { chain, transactionHash, error, createdAt } = action;
  const moment = { createdAt: toSeconds(createdAt) };
  const shared = {
    chain,
    state: WALLET_ACTION_STATES[action.state],
    transactionHash,
    error,
    ...moment,
  };
  if (isOfKind(action, "withdrawal")) {
    const { wallet, to, valueWei } = action.payload;
    return [{ kind: "withdrawal", wallet, to, amount: formatWei(valueWei), ...shared }];
  }
  if (isOfKind(action, "token_drop")) {
    const { wallet, manager } = action.payload;
    return [{ kind: "token_drop", wallet, to: manager, amount: "0", ...shared }];
  }
  if (!isOfKind(action, "share_change")) return [];
  const { wallet, manager } = action.payload;
  return [{ kind: "manager_shares", wallet, to: manager, amount: "0", ...shared }];
}

async function readChain(
  ctx: Pick<ServiceContext, "clock" | "env" | "log" | "managers" | "market">,
  chain: AccountReader & ChainIdentity & PayoutReader,
  account: Address,
) {
  const { slug } = chain.deployment;
  const books = await readIndexedEarnings({ ctx, input: { chain: slug, account } });
  try {
    const [balanceWei, payables, referred] = await Promise.all([
      chain.balanceOf(account),
      findPayables({ ctx, input: { chain, account } }),
      chain.referralsOf(account),
    ]);
    const referrals = referred
      .filter(({ earnedWei }) => earnedWei > 0n)
      .map(({ hook, paidWei }) => ({ source: hook, claimed: formatWei(paidWei) }));
    const claimable = payables.map(({ kind, source, amountWei }) => ({
      chain: slug,
      kind,
      source,
      amount: formatWei(amountWei),
    }));
    return { chain: slug, balance: formatWei(balanceWei), claimable, referrals, books };
  } catch (err) {
    // Earnings on the other chains are still returned.
    logSkippedChain(ctx.log, "earnings not read", slug, err);
    return { chain: slug, balance: null, claimable: null, referrals: [], books };
  }
}
