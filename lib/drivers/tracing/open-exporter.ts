import { ExportResultCode } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { SpanCounts } from "./tracing";

export type ExporterOptions = {
  url: string;
  /** May hold keys. */
  headers: Record<string, string>;
  timeoutMs: number;
  log: { warn(fields: object, text: string): void; info(fields: object, text: string): void };
};

/** Batches that are sent at a time; further ones are dropped, so a slow receiver costs no memory. */
const SENT_AT_ONCE = 4;

/** Sends spans by OTLP over HTTP with JSON. Logs when the receiver fails and when it works again. */
export function openExporter(options: ExporterOptions): {
  exporter: SpanExporter;
  counts(): SpanCounts;
} {
  const { url, headers, timeoutMs, log } = options;
  const counts = { exported: 0, failed: 0 };
  let isFailing = false;
  const otlp = new OTLPTraceExporter({
    url,
    headers,
    timeoutMillis: timeoutMs,
    concurrencyLimit: SENT_AT_ONCE,
  });
  const exporter: SpanExporter = {
    export(spans, done) {
      otlp.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS;
        counts[hasFailed ? "failed" : "exported"] += spans.length;
        if (hasFailed && !isFailing) {
          // Only the kind of failure: the message may quote the request.
          log.warn(
            { reason: result.error?.name },
            "the receiver of traces failed; spans are dropped",
          );
        }
        if (!hasFailed && isFailing) log.info({}, "the receiver of traces works again");
        isFailing = hasFailed;
        // Handled here: the processor would only report it once more.
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => otlp.shutdown(),
    forceFlush: () => otlp.forceFlush(),
  };
  return { exporter, counts: () => ({ ...counts }) };
}
