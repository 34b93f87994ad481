import type { ServiceContext } from "@/lib/context";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { configuredBudget } from "./reserve-gas";
import { type ChainBudget, gasBudget } from "./rules/gas-budget";

/** The gas budgets of the configured chains. Omits chains that do not respond. */
export async function readBudgets({
  ctx,
}: {
  ctx: Pick<ServiceContext, "env" | "chains" | "gasLedger" | "settings">;
}): Promise<ChainBudget[]> {
  const found = await Promise.all(
    CHAIN_SLUGS.map(async (slug): Promise<ChainBudget[]> => {
      const chain = ctx.chains[slug];
      if (chain === undefined) return [];
      const spent = await ctx.gasLedger.read(chain.deployment.chainId);
      // The health checks report chains that do not respond.
      const balanceWei = await chain.serverBalanceWei().catch(() => null);
      if (balanceWei === null) return [];
      const wallet = { balanceWei, spentDayWei: spent.dayWei };
      const { hourWei, dayWei } = spent;
      const limit = gasBudget(configuredBudget(ctx, slug), wallet);
      return [{ chain: slug, spent: { hourWei, dayWei }, limit }];
    }),
  );
  return found.flat();
}
