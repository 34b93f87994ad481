import { type Logger, pino } from "pino";
import type { Env } from "./env";
import { activeSpan } from "./support/active-span";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal">;

/** Secrets that could ride along in an error or a request; never written out. */
const REDACTED = [
  "*.authorization",
  "*.privateKey",
  "*.rawTransaction",
  "req.headers.authorization",
  "req.headers.cookie",
];

/** Lines that are logged in a span carry its ids. */
function traceIds(): object {
  const span = activeSpan();
  return span === null ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** A logger that writes one JSON line an event to standard output. */
export function createLog(env: Pick<Env, "LOG_LEVEL">, name: string): Logger {
  return pino({
    name,
    level: env.LOG_LEVEL,
    mixin: traceIds,
    redact: { paths: REDACTED, censor: "[redacted]" },
  });
}
