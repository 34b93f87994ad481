import { z } from "zod";
import { fraction, url, wholeNumberBetween } from "./values";

/** Samplers of the OpenTelemetry specification. */
export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** `name=value,name=value`, with values that may be percent-encoded. */
const pairs = z.string().transform((text, ctx): Record<string, string> => {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const found = parts.map((part) => /^([\w.-]+)\s*=\s*([\x21-\x7e][\x20-\x7e]*)$/.exec(part));
  try {
    return Object.fromEntries(
      found.map((match) => {
        if (match?.[1] === undefined || match[2] === undefined) throw new URIError();
        return [match[1], decodeURIComponent(match[2])];
      }),
    );
  } catch {
    // The value is not quoted: headers hold keys.
    ctx.addIssue({ code: "custom", message: "must be name=value pairs, separated by commas" });
    return z.NEVER;
  }
});

/** Traces, with the names and defaults of the OpenTelemetry specification. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional().meta({
    example: "http://localhost:4318",
    topic: "tracing",
    description:
      "OTLP receiver over HTTP (JSON), for example an OpenTelemetry Collector; `/v1/traces` is appended. Traces are off while neither endpoint is set.",
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url.optional().meta({
    example: "http://localhost:4318/v1/traces",
    topic: "tracing",
    description: "The complete URL for traces, instead of `OTEL_EXPORTER_OTLP_ENDPOINT`.",
  }),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional().meta({
    example: "x-api-key=key",
    topic: "tracing",
    description: "Headers for the receiver, comma-separated; values may be percent-encoded.",
  }),
  OTEL_EXPORTER_OTLP_TIMEOUT: wholeNumberBetween(1, 60_000).default(10_000).meta({
    example: "10000",
    topic: "tracing",
    description: "How long the receiver may take for a batch, in milliseconds.",
  }),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumberBetween(1, 60_000).default(5_000).meta({
    example: "5000",
    topic: "tracing",
    description: "Longest time before ended spans are sent, in milliseconds.",
  }),
  OTEL_SERVICE_NAME: z.string().min(1).optional().meta({
    example: "slipway",
    topic: "tracing",
    description:
      "`service.name` of the spans. Default: `slipway-web` in web servers, `slipway-indexer` in indexers.",
  }),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional().meta({
    example: "deployment.environment.name=production",
    topic: "tracing",
    description: "More attributes of every span, comma-separated.",
  }),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default("parentbased_always_on")
    .meta({
      example: "parentbased_traceidratio",
      topic: "tracing",
      description: `Which traces are recorded: ${SAMPLERS.map((name) => `\`${name}\``).join(", ")}.`,
    }),
  OTEL_TRACES_SAMPLER_ARG: fraction.default(1).meta({
    example: "0.1",
    topic: "tracing",
    description: "Part of the traces that the `traceidratio` samplers record, 0 to 1.",
  }),
  OTEL_SDK_DISABLED: z.enum(["true", "false"]).default("false").meta({
    example: "true",
    topic: "tracing",
    description: "`true` turns traces off although an endpoint is set.",
  }),
};
