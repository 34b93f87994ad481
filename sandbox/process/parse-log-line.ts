import { z } from "zod";

export const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
export type Level = (typeof LEVELS)[number];

const pinoSchema = z.object({
  level: z.number(),
  msg: z.string().default(""),
  err: z.object({ message: z.string().optional(), stack: z.string().optional() }).optional(),
});

/** Keys of a log line that are not shown in the terminal. */
const PLUMBING = new Set(["level", "time", "pid", "hostname", "name", "msg", "err"]);

const STACK_LINES = 4;

export type LogLine = {
  level: Level;
  text: string;
};

function detail(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/**
 * Formats a child's output for the terminal: pino's JSON line as "message (key=value …): error",
 * other lines unchanged.
 * @param otherwise the level of a line that is not JSON
 */
export function parseLogLine(line: string, otherwise: Level): LogLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { level: otherwise, text: line };
  }
  const parsed = pinoSchema.safeParse(value);
  if (!parsed.success || typeof value !== "object" || value === null) {
    return { level: otherwise, text: line };
  }
  const level = LEVELS[Math.min(Math.max(Math.round(parsed.data.level / 10) - 1, 0), 5)] ?? "info";
  const extras = Object.entries(value)
    .filter(([key]) => !PLUMBING.has(key))
    .map(([key, content]) => `${key}=${detail(content)}`.slice(0, 300));
  const { err, msg } = parsed.data;
  const context = extras.length === 0 ? "" : ` (${extras.join(" ")})`;
  const reason = reasonOf(level, err);
  return { level, text: `${msg}${context}${reason === "" ? "" : `: ${reason}`}` };
}

/** Warnings show no stack, errors only its top; the log file has everything. */
function reasonOf(level: Level, err: { message?: string; stack?: string } | undefined): string {
  const message = err?.message ?? "";
  if (level === "fatal") return err?.stack ?? message;
  if (level !== "error" || err?.stack === undefined) return message;
  return err.stack.split("\n").slice(0, STACK_LINES).join("\n");
}
