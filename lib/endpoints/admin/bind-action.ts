import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import type { Admin } from "@/lib/features/admin/rules/role";
import { type ActionRun, runAdminAction } from "@/lib/features/admin/run-admin-action";
import type { AuditEntryAnswer } from "@/lib/features/admin/schema";
import { requireRole } from "@/lib/http/authorize";
import { parsePart } from "@/lib/http/input/parse-input";
import type { AdminAction } from "@/lib/operations/admin-action";

/** A request of an action before its role is checked and its input is parsed. */
export type ActionRequest = { admin: Admin; reason: string; requestId: string; input: unknown };

/** @throws AppError forbidden when the role is too low; invalid_body; what the action throws */
export type BoundAction = (
  ctx: ServiceContext,
  request: ActionRequest,
) => Promise<AuditEntryAnswer>;

/**
 * Binds an action to its implementation: role → input → change and audit entry in one transaction.
 */
export function bindAction<Input extends z.ZodType>(
  { name, role, input: schema }: AdminAction<Input>,
  run: ActionRun<z.output<Input>>,
): BoundAction {
  return async (ctx, { admin, reason, requestId, input: given }) => {
    requireRole(admin, role);
    const input = parsePart(schema, given, "input");
    const change: Parameters<typeof runAdminAction>[0]["input"]["change"] = (tx) =>
      run({ ctx, tx, input, admin, reason });
    const entry = await runAdminAction({
      ctx,
      input: { admin, action: name, reason, requestId, change },
    });
    // So that this server shows the change at once; the others read it within a second.
    await ctx.settings
      .refresh()
      .catch((err: unknown) => ctx.log.warn({ err }, "settings not read after an action"));
    return entry;
  };
}
