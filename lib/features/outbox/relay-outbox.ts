import type { ServiceContext } from "@/lib/context";

/**
 * Sends all pending events to the job engine. Stops at the first failure; the next relay retries.
 */
export async function relayOutbox({
  ctx,
}: {
  ctx: Pick<ServiceContext, "jobs" | "outbox">;
}): Promise<void> {
  for (;;) {
    const relayed = await ctx.outbox.relay((events) => ctx.jobs.send(events));
    if (relayed === 0) return;
  }
}
