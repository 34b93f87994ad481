import { activeSpan } from "@/lib/support/active-span";

/** Never text of users, secrets, addresses of callers or URLs with keys: traces leave the installation. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export type SpanOptions = {
  kind?: "internal" | "server" | "client" | "producer" | "consumer";
  /** The parent if no span is active: the W3C trace context of an earlier process. */
  remote?: string | null;
  attributes?: Attributes;
  /** When the work began, if it is recorded afterwards. */
  startedAt?: Date;
};

export type Span = {
  /** Its W3C trace context; null while traces are off. */
  readonly traceparent: string | null;
  set(attributes: Attributes): void;
  /** Marks it as failed, with the kind of error. Messages stay in the log, which has the trace id. */
  fail(error: unknown): void;
  /** Ends it, now or at an earlier time; later calls do nothing. */
  end(at?: Date): void;
};

/** Results of ended spans. */
export type SpanCounts = { exported: number; failed: number };

/**
 * Records traces. Nothing waits for the receiver of the spans: when it is down or slow, spans are
 * dropped. While traces are off, every call runs its work and does nothing else.
 */
export type Tracing = {
  /** Whether spans are recorded: traces are configured, and `start` was called. */
  isOn(): boolean;
  /** Opens a span, which its caller ends; null while traces are off. */
  open(name: string, options?: SpanOptions): Span | null;
  /** Runs work in a span, whose parent is the active span. An error is recorded and thrown. */
  span<T>(name: string, options: SpanOptions, run: (span: Span) => Promise<T>): Promise<T>;
  /** Adds attributes to the active span. */
  set(attributes: Attributes): void;
  /** W3C trace context of the active span, to store with work that continues later; or null. */
  traceparent(): string | null;
  counts(): SpanCounts;
  /** Loads the SDK if traces are configured. */
  start(): Promise<void>;
  /** Sends the remaining spans, for at most a second. */
  stop(): Promise<void>;
};

const NOTHING: Span = {
  traceparent: null,
  set() {},
  fail() {},
  end() {},
};

export const NO_TRACING: Tracing = {
  isOn: () => false,
  open: () => null,
  span: (_name, _options, run) => run(NOTHING),
  set: (attributes) => activeSpan()?.set(attributes),
  traceparent: () => activeSpan()?.traceparent ?? null,
  counts: () => ({ exported: 0, failed: 0 }),
  start: async () => undefined,
  stop: async () => undefined,
};
