import type { ServiceContext } from "@/lib/context";
import type { OutboxEvent } from "./store/create-outbox";

type Context = Pick<ServiceContext, "jobs" | "outbox" | "tracing">;

/**
 * Sends all pending events to the job engine. Stops at the first failure; the next relay retries.
 */
export async function relayOutbox({ ctx }: { ctx: Context }): Promise<void> {
  for (;;) {
    const relayed = await ctx.outbox.relay((events) => sendTraced(ctx, events));
    if (relayed === 0) return;
  }
}

/** Sends events; one that belongs to a trace continues it, with a span of its own. */
async function sendTraced(ctx: Context, events: OutboxEvent[]): Promise<void> {
  const sent = events.map((event) => {
    const { traceparent } = event.data;
    if (typeof traceparent !== "string") return { event, span: null };
    const attributes = {
      "messaging.system": "inngest",
      "messaging.operation.type": "send",
      "messaging.destination.name": event.name,
      "messaging.message.id": event.id,
    };
    const options = { kind: "producer", remote: traceparent, attributes } as const;
    const span = ctx.tracing.open(`send ${event.name}`, options);
    const data = span === null ? event.data : { ...event.data, traceparent: span.traceparent };
    return { event: { ...event, data }, span };
  });
  try {
    await ctx.jobs.send(sent.map(({ event }) => event));
  } catch (error) {
    for (const { span } of sent) span?.fail(error);
    throw error;
  } finally {
    for (const { span } of sent) span?.end();
  }
}
