import type { Address } from "viem";
import type { LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type { WalletAction } from "../../db/account/wallet-action-store";
import type { Session } from "../../domain/account";
import { formatWei } from "../../domain/decimal";
import type { EarningsAnswer } from "../../schemas/account";
import { findPayables } from "../payouts/find-payables";
import { toSeconds } from "./get-account";
import { toPayout } from "./pay-out";
import { readBooks } from "./read-books";
import { requireAccount, walletsOf } from "./require-account";

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
  ctx: ServiceContext;
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
    ctx.payouts.listOf(addresses, PAYOUTS_SHOWN),
    ctx.walletActions.listOf(person.id, ACTIONS_SHOWN),
  ]);
  const { PAYOUT_MINIMUM_WEI: minimumWei, PAYOUT_GAS_FACTOR: gasFactor } = ctx.env;
  return {
    success: true,
    wallets: await Promise.all(wallets),
    payouts: payouts.map(toPayout),
    actions: actions.map(toAnswer),
    terms: { minimum: formatWei(minimumWei), gasFactor },
  };
}

function toAnswer(action: WalletAction): EarningsAnswer["actions"][number] {
  const { chain, wallet, to, terms, state, transactionHash, error, createdAt } = action;
  const { kind } = terms;
  const amount = formatWei(kind === "withdrawal" ? terms.valueWei : 0n);
  const moment = toSeconds(createdAt);
  return { kind, chain, wallet, to, amount, state, transactionHash, error, createdAt: moment };
}

async function readChain(ctx: ServiceContext, chain: LaunchChain, account: Address) {
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
