import type { ServiceContext } from "@/lib/context";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { configuredBudget } from "./reserve-gas";
import { type GasBudget, gasBudget } from "./rules/gas-budget";

/** Gas budget of one chain: what was reserved or spent in the last hour and day, and the limits. */
export type ChainBudget = { chain: ChainSlug; spent: GasBudget; limit: GasBudget };

/** The gas budgets of the configured chains, or of one. Omits chains that do not respond. */
export async function readBudgets({
  ctx,
  only,
}: {
  ctx: Pick<ServiceContext, "env" | "chains" | "gasLedger" | "settings">;
  only?: ChainSlug | undefined;
}): Promise<ChainBudget[]> {
  const found = await Promise.all(
    CHAIN_SLUGS.filter((slug) => only === undefined || slug === only).map(
      async (slug): Promise<ChainBudget[]> => {
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
      },
    ),
  );
  return found.flat();
}
