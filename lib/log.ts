import { type Logger, pino } from "pino";
import type { Env } from "./env";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal">;

/** Secrets that could ride along in an error or a request; never written out. */
const REDACTED = [
  "*.authorization",
  "*.privateKey",
  "*.rawTransaction",
  "req.headers.authorization",
  "req.headers.cookie",
];

/** A logger that writes one JSON line an event to standard output. */
export function createLog(env: Pick<Env, "LOG_LEVEL">, name: string): Logger {
  return pino({ name, level: env.LOG_LEVEL, redact: { paths: REDACTED, censor: "[redacted]" } });
}
