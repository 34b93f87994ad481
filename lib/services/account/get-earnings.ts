import type { Address } from "viem";
import type { AccountReader } from "../../chain/create-account-reader";
import type { ChainIdentity } from "../../chain/create-launch-chain";
import type { PayoutReader } from "../../chain/create-payout-reader";
import type { ServiceContext } from "../../context";
import type { Session } from "../../domain/account";
import { formatWei } from "../../domain/decimal";
import { isOfKind, type Transaction } from "../../features/transactions/transaction";
import type { EarningsAnswer } from "../../schemas/account";
import { findPayables } from "../payouts/find-payables";
import { toSeconds } from "./get-account";
import { toPayout } from "./pay-out";
import { readBooks } from "./read-books";
import { requireAccount, walletsOf } from "./require-account";
import { ACTION_STATES } from "./run-action";

const PAYOUTS_SHOWN = 50;
const ACTIONS_SHOWN = 20;

/**
 * What waits for the person's wallets on each chain, what they hold and have earned, and their
 * latest payouts and withdrawals.
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
  const person = await requireAccount(ctx, input.session);
  const own = await walletsOf(ctx, person);
  const chains = Object.values(ctx.chains);
  const wallets = own.map(async ({ address, managed }) => ({
    address,
    managed,
    chains: await Promise.all(chains.map((chain) => readChain(ctx, chain, address))),
  }));
  const addresses = own.map(({ address }) => address);
  const [payouts, actions] = await Promise.all([
    ctx.transactions.listOf(addresses, ["payout"], PAYOUTS_SHOWN),
    ctx.transactions.listOf([person.id], ["withdrawal", "share_change"], ACTIONS_SHOWN),
  ]);
  const { PAYOUT_MINIMUM_WEI: minimumWei, PAYOUT_GAS_FACTOR: gasFactor } = ctx.env;
  return {
    success: true,
    wallets: await Promise.all(wallets),
    payouts: payouts.filter((one) => isOfKind(one, "payout")).map(toPayout),
    actions: actions.flatMap(toAnswer),
    terms: { minimum: formatWei(minimumWei), gasFactor },
  };
}

function toAnswer(action: Transaction): EarningsAnswer["actions"] {
  const { chain, transactionHash, error, createdAt } = action;
  const moment = { createdAt: toSeconds(createdAt) };
  const shared = { chain, state: ACTION_STATES[action.state], transactionHash, error, ...moment };
  if (isOfKind(action, "withdrawal")) {
    const { wallet, to, valueWei } = action.payload;
    return [{ kind: "withdrawal", wallet, to, amount: formatWei(valueWei), ...shared }];
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
  const books = await readBooks({ ctx, input: { chain: slug, account } });
  try {
    const [balanceWei, payables] = await Promise.all([
      chain.balanceOf(account),
      findPayables({ ctx, input: { chain, account } }),
    ]);
    const claimable = payables.map(({ kind, source, amountWei }) => ({
      chain: slug,
      kind,
      source,
      amount: formatWei(amountWei),
    }));
    return { chain: slug, balance: formatWei(balanceWei), claimable, books };
  } catch (err) {
    // The other chains have something to say.
    ctx.log.warn({ err, chain: slug }, "a chain did not answer about earnings");
    return { chain: slug, balance: null, claimable: null, books };
  }
}
