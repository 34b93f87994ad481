import type { ServiceContext } from "@/lib/context";
import { readBudgets } from "@/lib/features/budget/read-budgets";
import { chainsIn } from "@/lib/shared/chains";
import { CHANGEABLE_QUOTAS } from "./operations";
import { needsProof } from "./rules/settings";
import type { SettingsAnswer } from "./schema";

/** Returns the limits: the operator's settings and the values in effect. */
export async function getSettings({
  ctx,
}: {
  ctx: Pick<ServiceContext, "chains" | "env" | "gasLedger" | "settings">;
}): Promise<SettingsAnswer> {
  await ctx.settings.refresh();
  const settings = ctx.settings.current();
  const { pauses, gasBudgets, quotas, exemptions } = settings;
  const chains = chainsIn(ctx.chains);
  const budgets = await readBudgets({ ctx });
  return {
    pauses: {
      all: pauses.all,
      chains: chains.map((chain) => ({ chain, pause: pauses.chains[chain] ?? null })),
    },
    budgets: chains.map((chain) => {
      const found = budgets.find((one) => one.chain === chain);
      const of = (window: "hourWei" | "dayWei") =>
        found === undefined
          ? null
          : { spentWei: found.spent[window].toString(), limitWei: found.limit[window].toString() };
      return {
        chain,
        hourWei: gasBudgets[chain]?.hourWei?.toString() ?? null,
        dayWei: gasBudgets[chain]?.dayWei?.toString() ?? null,
        hour: of("hourWei"),
        day: of("dayWei"),
      };
    }),
    quotas: CHANGEABLE_QUOTAS.map(({ policy, windowSeconds, quota }) => ({
      policy,
      windowSeconds,
      default: policy === "data" ? ctx.env.RATE_LIMIT_DATA_PER_MINUTE : quota,
      quota: quotas[policy] ?? null,
    })),
    exemptions: { fixed: ctx.env.RATE_LIMIT_EXEMPT, added: [...exemptions] },
    proofOfWork: {
      mode: settings.proofOfWork.all,
      chains: chains.map((chain) => ({
        chain,
        mode: settings.proofOfWork.chains[chain] ?? null,
        isNeeded: needsProof(settings, chain),
        since: settings.strained[chain]?.since ?? null,
      })),
    },
  };
}
