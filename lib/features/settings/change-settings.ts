import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { Change, JsonValue } from "@/lib/features/admin/rules/audit";
import type { Admin } from "@/lib/features/admin/rules/role";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { CHANGEABLE_QUOTAS } from "./operations";
import type { GasBudgetSetting, ProofMode } from "./rules/settings";

type Call<Input> = {
  ctx: Pick<ServiceContext, "clock" | "settings">;
  tx: Executor;
  input: Input;
  admin: Admin;
};

/** Refuses new launches on a chain, or on all (null). */
export async function pauseLaunching({
  ctx,
  tx,
  input: { chain, message },
  admin: { address: by },
}: Call<{ chain: ChainSlug | null; message: string }>): Promise<Change> {
  const next = { message, since: Math.floor(ctx.clock.now().getTime() / 1_000) };
  const before = await ctx.settings.change<"pause">(tx, {
    key: { kind: "pause", chain },
    next,
    by,
  });
  return { target: `launching:${chain ?? "all"}`, before, after: next };
}

/** @throws AppError conflict when it is not paused */
export async function resumeLaunching({
  ctx,
  tx,
  input: { chain },
  admin: { address: by },
}: Call<{ chain: ChainSlug | null }>): Promise<Change> {
  const key = { kind: "pause", chain } as const;
  const before = await ctx.settings.change<"pause">(tx, { key, next: null, by });
  if (before === null) throw new AppError("conflict", "Launching is not paused here");
  return { target: `launching:${chain ?? "all"}`, before, after: null };
}

/** Replaces the configured gas budgets of a chain; two nulls restore them. */
export async function setGasBudget({
  ctx,
  tx,
  input: { chain, ...budget },
  admin: { address: by },
}: Call<{ chain: ChainSlug } & GasBudgetSetting>): Promise<Change> {
  const next = budget.hourWei === null && budget.dayWei === null ? null : budget;
  const key = { kind: "gasBudget", chain } as const;
  const before = await ctx.settings.change<"gasBudget">(tx, { key, next, by });
  return { target: `gas-budget:${chain}`, before: toJson(before), after: toJson(next) };
}

/** @throws AppError invalid_body for an unknown policy */
export async function setQuota({
  ctx,
  tx,
  input: { policy, quota: next },
  admin: { address: by },
}: Call<{ policy: string; quota: number | null }>): Promise<Change> {
  const known = CHANGEABLE_QUOTAS.map((one) => one.policy);
  if (!known.some((one) => one === policy)) {
    const message = `must be one of: ${known.join(", ")}`;
    const details = [{ path: "input.policy", message }];
    throw new AppError("invalid_body", `input.policy: ${message}`, { details });
  }
  const key = { kind: "quota", policy } as const;
  const before = await ctx.settings.change<"quota">(tx, { key, next, by });
  return { target: `quota:${policy}`, before, after: next };
}

/** Lets a network send requests without rate limits. */
export async function addExemption({
  ctx,
  tx,
  input: { network, note: next },
  admin: { address: by },
}: Call<{ network: string; note: string }>): Promise<Change> {
  const key = { kind: "exemption", network } as const;
  const before = await ctx.settings.change<"exemption">(tx, { key, next, by });
  return { target: `exemption:${network}`, before, after: next };
}

/** @throws AppError conflict when there is none */
export async function removeExemption({
  ctx,
  tx,
  input: { network },
  admin: { address: by },
}: Call<{ network: string }>): Promise<Change> {
  const key = { kind: "exemption", network } as const;
  const before = await ctx.settings.change<"exemption">(tx, { key, next: null, by });
  if (before === null) throw new AppError("conflict", "This network is not exempt");
  return { target: `exemption:${network}`, before, after: null };
}

/** Sets when anonymous launches need a proof of work, on a chain or on all (null). */
export async function setProofOfWork({
  ctx,
  tx,
  input: { chain, mode: next },
  admin: { address: by },
}: Call<{ chain: ChainSlug | null; mode: ProofMode | null }>): Promise<Change> {
  const key = { kind: "proofOfWork", chain } as const;
  const before = await ctx.settings.change<"proofOfWork">(tx, { key, next, by });
  return { target: `proof-of-work:${chain ?? "all"}`, before, after: next };
}

function toJson(budget: GasBudgetSetting | null): JsonValue {
  if (budget === null) return null;
  const { hourWei, dayWei } = budget;
  return { hourWei: hourWei?.toString() ?? null, dayWei: dayWei?.toString() ?? null };
}
