import {
  type DestinationStream,
  type Logger,
  pino,
  type SerializedError,
  stdSerializers,
} from "pino";
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

/** The line of a viem error that quotes the request, such as a signed transaction. */
const REQUEST_BODY = /\nRequest body: .*/g;

/**
 * The log field of an error, without the parameters of a failed query: those of a batch take
 * megabytes, and others are personal. Also without the request of a failed call of a node.
 */
export const serializeError = stdSerializers.wrapErrorSerializer(withoutSecrets);

function withoutSecrets(serialized: SerializedError): Omit<SerializedError, "raw"> {
  const { params: _, message, stack, raw, ...fields } = serialized;
  const texts = parametersIn(raw);
  const strip = (text: string) =>
    texts.reduce((rest, one) => rest.replaceAll(one, ""), text).replace(REQUEST_BODY, "");
  // Every error of viem has it.
  const others = "metaMessages" in fields ? withoutRequest(fields) : fields;
  const result = { ...others, type: fields.type, message: strip(message), stack: strip(stack) };
  if (!Array.isArray(fields.aggregateErrors)) return result;
  return { ...result, aggregateErrors: fields.aggregateErrors.map(withoutSecrets) };
}

/** viem repeats them in the message. */
function withoutRequest(fields: Record<string, unknown>): Record<string, unknown> {
  const { url: _url, metaMessages: _texts, headers: _headers, body: _body, ...others } = fields;
  return others;
}

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

/** Replaces URLs that contain keys or passwords by their protocol and host. */
function createUrlFilter(urls: readonly string[]): (line: string) => string {
  const hosts = new Map<string, string>();
  for (const text of urls) {
    const url = new URL(text);
    const shown = `${url.protocol}//${url.host}`;
    const { href } = url;
    url.username = "";
    url.password = "";
    for (const form of [text, href, url.href]) hosts.set(form.replace(/\/+$/, ""), shown);
  }
  // The longest first: one URL may be the start of another.
  const forms = [...hosts].sort(([a], [b]) => b.length - a.length);
  return (line) => forms.reduce((rest, [form, shown]) => rest.replaceAll(form, shown), line);
}

/**
 * A logger that writes one JSON line an event to standard output.
 * @param env.secretUrls appear in no line, whichever library's error quotes them
 */
export function createLog(
  env: Pick<Env, "LOG_LEVEL"> & Partial<Pick<Env, "secretUrls">>,
  name: string,
  destination?: DestinationStream,
): Logger {
  const options = {
    name,
    level: env.LOG_LEVEL,
    mixin: traceIds,
    serializers: { err: serializeError },
    redact: { paths: REDACTED, censor: "[redacted]" },
    hooks: { streamWrite: createUrlFilter(env.secretUrls ?? []) },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
