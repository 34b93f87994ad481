import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import { renderEntry } from "./list-audit-log";
import type { Change } from "./rules/audit";
import type { Admin } from "./rules/role";
import type { AuditEntryAnswer } from "./schema";

/** Input of an action. All of its writes must use `tx`. */
export type ActionCall<Input> = {
  ctx: ServiceContext;
  tx: Executor;
  input: Input;
  admin: Admin;
  reason: string;
};

/** `afterCommit` runs once the change is stored; a failure is logged. It must be repeatable. */
export type Changed = Change & { afterCommit?: () => Promise<void> };

/** Makes the change and returns what it changed. */
export type ActionRun<Input> = (call: ActionCall<Input>) => Promise<Changed>;

/** Makes a change and records it in the audit log, in one database transaction. */
export async function runAdminAction({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "auditLog" | "log">;
  input: {
    admin: Admin;
    action: string;
    reason: string;
    requestId: string;
    change: (tx: Executor) => Promise<Changed>;
  };
}): Promise<AuditEntryAnswer> {
  const { admin, action, reason, requestId, change } = input;
  const intent = { admin: admin.address, role: admin.role, action, reason, requestId };
  let afterCommit: Changed["afterCommit"];
  const entry = await ctx.auditLog.record(intent, async (tx) => {
    const { afterCommit: later, ...changed } = await change(tx);
    afterCommit = later;
    return changed;
  });
  const { id } = entry;
  // Not the target: it may be an email or IP address, which only the audit log keeps.
  ctx.log.info({ audit: id, admin: admin.address, action, requestId }, "admin action");
  await afterCommit?.().catch((err: unknown) =>
    ctx.log.warn({ err, audit: id, action }, "admin action not finished"),
  );
  return renderEntry(entry);
}
