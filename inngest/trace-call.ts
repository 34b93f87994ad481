import { z } from "zod";
import type { ServiceContext } from "@/lib/context";

const call = z.object({
  event: z.object({ name: z.string(), data: z.looseObject({ traceparent: z.string() }) }),
  ctx: z.object({ attempt: z.number() }),
});

/**
 * Runs a call of the job engine in a span, if its event belongs to a trace. The call ends, unlike the
 * function: the engine abandons a function at a failed step or a pause and calls it again.
 * @param value the parsed body
 */
export function traceCall(
  { tracing }: Pick<ServiceContext, "tracing">,
  value: unknown,
  run: () => Promise<Response>,
): Promise<Response> {
  const found = tracing.isOn() ? (call.safeParse(value).data ?? null) : null;
  if (found === null) return run();
  const { event, ctx } = found;
  const attributes = {
    "messaging.system": "inngest",
    "messaging.operation.type": "process",
    "messaging.destination.name": event.name,
    "slipway.attempt": ctx.attempt,
  };
  const options = { kind: "consumer", remote: event.data.traceparent, attributes } as const;
  return tracing.span(`process ${event.name}`, options, async (span) => {
    const response = await run();
    span.set({ "http.response.status_code": response.status });
    // The step's span has the reason.
    if (response.status >= 500) span.fail(new Error("the call failed"));
    return response;
  });
}
