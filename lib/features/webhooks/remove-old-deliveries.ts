import type { ServiceContext } from "@/lib/context";

/**
 * Ends deliveries that can no longer be sent. Removes webhooks that were never verified, webhooks without
 * an account that were disabled for long, and ended deliveries that are old or of deleted webhooks.
 */
export async function removeOldDeliveries({
  ctx,
}: {
  ctx: Pick<ServiceContext, "webhookUpkeep">;
}): Promise<void> {
  await ctx.webhookUpkeep.markUnverifiedDead();
  await ctx.webhookUpkeep.removeNeverVerified();
  await ctx.webhookUpkeep.removeLongDisabled();
  await ctx.webhookUpkeep.removeOld();
}
