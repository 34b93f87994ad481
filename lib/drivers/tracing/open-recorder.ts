import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { SAMPLERS } from "@/lib/schemas/environment/tracing";
import { type ActiveSpan, activeSpan } from "@/lib/support/active-span";
import { describeError } from "./describe-error";
import { type ExporterOptions, openExporter } from "./open-exporter";
import type { Span, SpanCounts, SpanOptions } from "./tracing";

export type RecorderOptions = ExporterOptions & {
  sampler: (typeof SAMPLERS)[number];
  /** For the `traceidratio` samplers, 0 to 1. */
  ratio: number;
  /** Longest time before ended spans are sent. */
  delayMs: number;
  /** Attributes of this process. */
  resource: Record<string, string>;
};

export type Recorder = {
  open(name: string, options: SpanOptions): Span & ActiveSpan;
  counts(): SpanCounts;
  close(): Promise<void>;
};

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const satisfies Record<NonNullable<SpanOptions["kind"]>, SpanKind>;

/**
 * Records spans with the OpenTelemetry SDK. The provider is not registered globally: libraries, such
 * as Next.js and the job engine's SDK, would add spans with URLs and inputs of users.
 */
export function openRecorder(options: RecorderOptions): Recorder {
  const { exporter, counts } = openExporter(options);
  const provider = new TracerProvider({
    sampler: openSampler(options),
    resource: resourceFromAttributes(options.resource),
    spanLimits: { attributeValueLengthLimit: 256 },
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: options.delayMs })],
  });
  const tracer = provider.getTracer("slipway");
  return {
    open: (name, given) => openSpan(tracer, name, given),
    counts,
    close: () => provider.shutdown(),
  };
}

function openSpan(tracer: Tracer, name: string, options: SpanOptions): Span & ActiveSpan {
  const { kind = "internal", remote = null, attributes = {}, startedAt } = options;
  const sdk = tracer.startSpan(
    name,
    {
      kind: KINDS[kind],
      attributes,
      ...(startedAt === undefined ? {} : { startTime: startedAt }),
    },
    contextOf(activeSpan()?.traceparent ?? remote),
  );
  const { traceId, spanId, traceFlags } = sdk.spanContext();
  const flags = (traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, "0");
  return {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    set: (more) => void sdk.setAttributes(more),
    fail(error) {
      const type = describeError(error);
      sdk.setAttribute("error.type", type);
      sdk.addEvent("exception", { "exception.type": type });
      sdk.setStatus({ code: SpanStatusCode.ERROR });
    },
    end(at) {
      if (sdk.isRecording()) sdk.end(at);
    },
  };
}

/** A stored context that is damaged starts a new trace. */
function contextOf(traceparent: string | null): Context {
  const parent = traceparent === null ? null : parseTraceParent(traceparent);
  if (parent === null) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

function openSampler({ sampler, ratio }: Pick<RecorderOptions, "sampler" | "ratio">): Sampler {
  const part = new TraceIdRatioBasedSampler(ratio);
  switch (sampler) {
    case "always_on":
      return new AlwaysOnSampler();
    case "always_off":
      return new AlwaysOffSampler();
    case "traceidratio":
      return part;
    case "parentbased_always_on":
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case "parentbased_always_off":
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case "parentbased_traceidratio":
      return new ParentBasedSampler({ root: part });
  }
}
