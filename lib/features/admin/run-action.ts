import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import { renderEntry } from "./list-audit-log";
import type { Change } from "./rules/audit";
import type { Admin } from "./rules/role";
import type { AuditEntryAnswer } from "./schema";

/** What an action receives. All of its writes must use `tx`. */
export type ActionCall<Input> = {
  ctx: ServiceContext;
  tx: Executor;
  input: Input;
  admin: Admin;
  reason: string;
};

/** Makes the change and returns what it changed. */
export type ActionRun<Input> = (call: ActionCall<Input>) => Promise<Change>;

/** Makes a change and records it in the audit log, in one database transaction. */
export async function runAction({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "auditLog" | "log">;
  input: {
    admin: Admin;
    action: string;
    reason: string;
    requestId: string;
    change: (tx: Executor) => Promise<Change>;
  };
}): Promise<AuditEntryAnswer> {
  const { admin, action, reason, requestId, change } = input;
  const intent = { admin: admin.address, role: admin.role, action, reason, requestId };
  const entry = await ctx.auditLog.record(intent, change);
  const { id, target } = entry;
  ctx.log.info({ audit: id, admin: admin.address, action, target, requestId }, "admin action");
  return renderEntry(entry);
}
