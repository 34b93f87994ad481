import { type Logger, pino, stdSerializers } from "pino";
import type { Env } from "./env";
import { activeSpan } from "./support/active-span";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal">;

/** Secrets that an error or a request may contain; never logged. */
const REDACTED = [
  "*.authorization",
  "*.privateKey",
  "*.rawTransaction",
  "req.headers.authorization",
  "req.headers.cookie",
];

/**
 * The log field of an error, without the parameters of a failed query: those of a batch take
 * megabytes, and others are personal.
 */
export const serializeError = stdSerializers.wrapErrorSerializer(
  ({ params: _, message, stack, raw, ...fields }) => {
    const texts = parametersIn(raw);
    const strip = (text: string) => texts.reduce((rest, one) => rest.replaceAll(one, ""), text);
    return { ...fields, message: strip(message), stack: strip(stack) };
  },
);

/** Query parameters that Drizzle appends to the messages of an error and its causes. */
function parametersIn(error: unknown): string[] {
  const texts: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("query" in cause && "params" in cause) texts.push(`\nparams: ${cause.params}`);
  }
  return texts;
}

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
    serializers: { err: serializeError },
    redact: { paths: REDACTED, censor: "[redacted]" },
  });
}
