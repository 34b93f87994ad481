import type { ServiceContext } from "@/lib/context";

/** Longer than an event takes from the database through the job engine to its run. */
const OVERDUE_MS = 10_000;

/**
 * Restarts deliveries that no run sends. Every web server calls it: after a kill the job engine
 * retries later, and it has no shorter schedule than a minute.
 */
export async function requestOverdueDeliveries({
  ctx,
}: {
  ctx: Pick<ServiceContext, "clock" | "webhookDeliveries">;
}): Promise<void> {
  await ctx.webhookDeliveries.requestOverdue(new Date(ctx.clock.now().getTime() - OVERDUE_MS));
}
