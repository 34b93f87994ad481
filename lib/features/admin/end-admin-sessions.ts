import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { Change } from "./rules/audit";

/** Ends every session of an administrator. */
export async function endAdminSessions({
  ctx,
  tx,
  input: { address },
}: {
  ctx: Pick<ServiceContext, "adminStore">;
  tx: Executor;
  input: { address: `0x${string}` };
}): Promise<Change> {
  const sessions = await ctx.adminStore.endAll(tx, address);
  return { target: `admin:${address}`, before: { sessions }, after: { sessions: 0 } };
}
