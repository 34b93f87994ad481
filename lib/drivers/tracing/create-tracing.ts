import { inSpan } from "@/lib/support/active-span";
import { within } from "@/lib/support/within";
import type { Recorder, RecorderOptions } from "./open-recorder";
import { NO_TRACING, type Tracing } from "./tracing";

const STOP_MS_MAX = 1_000;

/**
 * Traces in the OpenTelemetry format.
 * @param options null if traces are off; the SDK is not loaded then
 */
export function createTracing(options: RecorderOptions | null): Tracing {
  if (options === null) return NO_TRACING;
  let recorder: Recorder | null = null;

  const tracing: Tracing = {
    ...NO_TRACING,
    isOn: () => recorder !== null,
    open: (name, given = {}) => recorder?.open(name, given) ?? null,
    async span(name, given, run) {
      const span = recorder?.open(name, given) ?? null;
      if (span === null) return NO_TRACING.span(name, given, run);
      try {
        return await inSpan(span, () => run(span));
      } catch (error) {
        span.fail(error);
        throw error;
      } finally {
        span.end();
      }
    },
    counts: () => recorder?.counts() ?? NO_TRACING.counts(),
    async start() {
      const { openRecorder } = await import("./open-recorder");
      recorder ??= openRecorder(options);
    },
    async stop() {
      await within(STOP_MS_MAX, undefined, recorder?.close() ?? Promise.resolve());
    },
  };
  return tracing;
}
