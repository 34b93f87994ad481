import type { ServiceContext } from "@/lib/context";
import { runEach } from "@/lib/support/run-each";

/**
 * Ends deliveries that can no longer be sent. Removes webhooks that were never verified, webhooks without
 * an account that were disabled for long, and ended deliveries that are old or of deleted webhooks.
 * @throws as `runEach`
 */
export async function removeOldDeliveries({
  ctx,
}: {
  ctx: Pick<ServiceContext, "webhookUpkeep">;
}): Promise<void> {
  await runEach([
    () => ctx.webhookUpkeep.markUnverifiedDead(),
    () => ctx.webhookUpkeep.removeNeverVerified(),
    () => ctx.webhookUpkeep.removeLongDisabled(),
    () => ctx.webhookUpkeep.removeOld(),
  ]);
}
