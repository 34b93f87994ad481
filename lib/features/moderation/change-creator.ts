import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { Change } from "@/lib/features/admin/rules/audit";
import { AppError } from "@/lib/shared/errors";
import { isListedBlock } from "./find-blocks";
import { requireSeen } from "./require-seen";
import type { CreatorBlock } from "./rules/moderation";
import type { closeReportsInput, creatorDecision } from "./schema";

type Ctx = Pick<ServiceContext, "decisions" | "moderation" | "reports">;
type Call<Input> = { ctx: Ctx; tx: Executor; input: Input };

/**
 * Rejects launches of a creator. Managers and claims of existing tokens keep working.
 * @throws AppError conflict when it has another state than the moderator saw
 */
export async function blockCreator({
  ctx,
  tx,
  input: { type, value, publicReason, seen },
}: Call<z.output<typeof creatorDecision>>): Promise<Change> {
  const before = await ctx.moderation.setCreator(tx, { type, value }, publicReason);
  requireSeen(before && "blocked", seen);
  return {
    target: `creator:${type}:${value}`,
    before: before && { state: "blocked", reason: before },
    after: { state: "blocked", reason: publicReason },
  };
}

/** Accepts launches of a creator again. @throws AppError conflict when there is no block, or one of the list */
export async function unblockCreator({
  ctx,
  tx,
  input: { type, value },
}: Call<CreatorBlock>): Promise<Change> {
  await ctx.decisions.ready();
  if (isListedBlock(ctx, { type, value })) {
    throw new AppError(
      "conflict",
      "The operator's block list file blocks this creator. Remove the creator from the file.",
    );
  }
  const before = await ctx.moderation.setCreator(tx, { type, value }, null);
  if (before === null) throw new AppError("conflict", "This creator is not blocked");
  const target = `creator:${type}:${value}`;
  return { target, before: { state: "blocked", reason: before }, after: null };
}

/**
 * Closes the reports and appeals of a target that the moderator has seen; the others stay open.
 * @throws AppError conflict when none of them is open
 */
export async function closeReports({
  ctx,
  tx,
  input,
}: Call<z.output<typeof closeReportsInput>>): Promise<Change> {
  const { kind, key, seen } = input;
  const { closed, open } = await ctx.reports.close(tx, { kind, key }, seen);
  if (closed === 0) {
    const message =
      open === 0
        ? "There are no open reports of this target"
        : "The reports and appeals that the page showed are closed already, and others have arrived. Nothing was changed. Close the dialog and read them.";
    throw new AppError("conflict", message);
  }
  return { target: `${kind}:${key}`, before: { open: closed + open }, after: { open } };
}
