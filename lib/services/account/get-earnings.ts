import type { Address } from "viem";
import type { LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type { Session } from "../../domain/account";
import { formatWei } from "../../domain/decimal";
import type { EarningsAnswer } from "../../schemas/account";
import { findPayables } from "../payouts/find-payables";
import { toPayout } from "./pay-out";
import { requireAccount, walletsOf } from "./require-account";

const PAYOUTS_SHOWN = 50;

/**
 * What waits for the person's wallets on each chain, what they hold, and their latest payouts.
 * @throws AppError not_signed_in
 */
export async function getEarnings({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { session: Session };
}): Promise<EarningsAnswer> {
  const own = await walletsOf(ctx, await requireAccount(ctx, input.session));
  const chains = Object.values(ctx.chains);
  const wallets = own.map(async ({ address, managed }) => ({
    address,
    managed,
    chains: await Promise.all(chains.map((chain) => readChain(ctx, chain, address))),
  }));
  const addresses = own.map(({ address }) => address);
  const payouts = await ctx.payouts.listOf(addresses, PAYOUTS_SHOWN);
  return { success: true, wallets: await Promise.all(wallets), payouts: payouts.map(toPayout) };
}

async function readChain(ctx: ServiceContext, chain: LaunchChain, account: Address) {
  const { slug } = chain.deployment;
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
    return { chain: slug, balance: formatWei(balanceWei), claimable };
  } catch (err) {
    // The other chains have something to say.
    ctx.log.warn({ err, chain: slug }, "a chain did not answer about earnings");
    return { chain: slug, balance: null, claimable: null };
  }
}
