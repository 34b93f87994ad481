import type { ServiceContext } from "@/lib/context";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { configuredBudget } from "./reserve-gas";
import { type ChainBudget, gasBudget } from "./rules/gas-budget";
import { GAS_TO_RESERVE } from "./rules/gas-limit";

/** The balance of the server wallet, and what one more launch needs now. */
type Funds = { balanceWei: bigint; launchWei: bigint };
export type ChainFunds = ChainBudget & Funds;

/** @throws when the chain does not respond */
export async function readFunds(chain: DryRun & ServerSigner): Promise<Funds> {
  const [balanceWei, { maxFeePerGas }] = await Promise.all([
    chain.serverBalanceWei(),
    chain.estimateFees(),
  ]);
  return { balanceWei, launchWei: GAS_TO_RESERVE.launch(0) * maxFeePerGas };
}

/** The resource that one more launch lacks; null if none, or if unknown. */
export function lackOf(funds: ChainFunds | undefined): "balance" | "budget" | null {
  if (funds === undefined) return null;
  const { spent, limit, balanceWei, launchWei } = funds;
  if (balanceWei < launchWei) return "balance";
  const isOver =
    spent.hourWei + launchWei > limit.hourWei || spent.dayWei + launchWei > limit.dayWei;
  return isOver ? "budget" : null;
}

/** The gas budgets of the configured chains. Omits chains that do not respond. */
export async function readBudgets({
  ctx,
}: {
  ctx: Pick<ServiceContext, "env" | "chains" | "gasLedger" | "settings">;
}): Promise<ChainFunds[]> {
  const found = await Promise.all(
    CHAIN_SLUGS.map(async (slug): Promise<ChainFunds[]> => {
      const chain = ctx.chains[slug];
      if (chain === undefined) return [];
      const spent = await ctx.gasLedger.read(chain.deployment.chainId);
      // The health checks report chains that do not respond.
      const funds = await readFunds(chain).catch(() => null);
      if (funds === null) return [];
      const wallet = { balanceWei: funds.balanceWei, spentDayWei: spent.dayWei };
      const { hourWei, dayWei } = spent;
      const limit = gasBudget(configuredBudget(ctx, slug), wallet);
      return [{ chain: slug, spent: { hourWei, dayWei }, limit, ...funds }];
    }),
  );
  return found.flat();
}
