import { AsyncLocalStorage } from "node:async_hooks";

/** The span that the running work belongs to. */
export type ActiveSpan = {
  readonly traceId: string;
  readonly spanId: string;
  /** W3C trace context, for work that continues in another process. */
  readonly traceparent: string;
  set(attributes: Readonly<Record<string, string | number | boolean>>): void;
};

const spans = new AsyncLocalStorage<ActiveSpan>();

/** The active span; null without one, and always while traces are off. */
export function activeSpan(): ActiveSpan | null {
  return spans.getStore() ?? null;
}

/** Runs work, and what it starts, in a span. */
export function inSpan<T>(span: ActiveSpan, run: () => T): T {
  return spans.run(span, run);
}
