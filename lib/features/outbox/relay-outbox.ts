import type { ServiceContext } from "@/lib/context";

/** Hands all waiting events to the job engine; stops at the first failure, which is retried later. */
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
