import type { ServiceContext } from "@/lib/context";
import { readBudgets } from "@/lib/features/budget/read-budgets";
import type { ChainBudget } from "@/lib/features/budget/rules/gas-budget";
import { isStrained, proofModeOf } from "@/lib/features/settings/rules/settings";
import { CHAINS } from "@/lib/shared/chains";

/** How often every web server compares the budgets, in addition to after each launch. */
export const WATCH_MS = 5_000;

type Ctx = Pick<
  ServiceContext,
  "auditLog" | "chains" | "clock" | "env" | "gasLedger" | "log" | "settings"
>;

/**
 * In mode `auto`, requires a proof of work for anonymous launches on a chain while four fifths of
 * one of its gas budgets are used. Each switch is stored once with its entry in the audit log, by
 * the first server that notices.
 * @param known the budgets to compare, if they were just read
 */
export async function watchStrain({
  ctx,
  known,
}: {
  ctx: Ctx;
  known?: readonly ChainBudget[];
}): Promise<void> {
  const settings = await ctx.settings.read();
  const budgets = known ?? (await readBudgets({ ctx }));
  const changed = budgets.filter(
    (budget) =>
      proofModeOf(settings, budget.chain) === "auto" &&
      isUsedUp(budget) !== (settings.strained[budget.chain] !== undefined),
  );
  for (const budget of changed) await switchProof(ctx, budget);
  if (changed.length > 0) await ctx.settings.refresh();
}

function windowsOf({ spent, limit }: ChainBudget) {
  return [
    { name: "hour", spentWei: spent.hourWei, limitWei: limit.hourWei },
    { name: "day", spentWei: spent.dayWei, limitWei: limit.dayWei },
  ];
}

function isUsedUp(budget: ChainBudget): boolean {
  return windowsOf(budget).some(isStrained);
}

async function switchProof(ctx: Ctx, budget: ChainBudget): Promise<void> {
  const { chain } = budget;
  const window = windowsOf(budget).find(isStrained);
  const next =
    window === undefined ? null : { since: Math.floor(ctx.clock.now().getTime() / 1_000) };
  const reason =
    window === undefined
      ? `Less than 80% of each gas budget of ${CHAINS[chain].name} is used`
      : `80% of the gas budget per ${window.name} of ${CHAINS[chain].name} is used`;
  const intent = { action: "proof-of-work.switch", reason };
  const entry = await ctx.auditLog.recordOwn(intent, async (tx) => {
    const key = { kind: "strained", chain } as const;
    const before = await ctx.settings.change<"strained">(tx, { key, next, by: null });
    // Another server was first.
    if ((before === null) === (next === null)) {
      if (before !== null)
        await ctx.settings.change<"strained">(tx, { key, next: before, by: null });
      return null;
    }
    return { target: `proof-of-work:${chain}`, before, after: next };
  });
  if (entry !== null) ctx.log.warn({ audit: entry.id, chain, on: next !== null }, reason);
}
