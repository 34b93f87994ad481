import { createHash } from "node:crypto";
import { z } from "zod";

/**
 * Wire shapes of the Inngest protocol, as of inngest 4.24.0 (`types.js`, `InngestFunction.js`).
 */

const text = z.string().refine((value) => !value.includes("\0"), "must not contain NUL");

const incomingEvent = z.object({
  id: text.max(1_000).optional(),
  name: text.min(1).max(256),
  data: z.unknown().optional(),
  user: z.unknown().optional(),
  ts: z.number().int().nonnegative().optional(),
  v: z.string().optional(),
  meta: z.unknown().optional(),
});
export const incomingEvents = z.union([
  z.array(incomingEvent).max(5_000),
  incomingEvent.transform((event) => [event]),
]);
export type IncomingEvent = z.output<typeof incomingEvent>;

/** An event as functions receive it. */
export const storedEvent = z.looseObject({ id: z.string(), name: z.string(), ts: z.number() });
export type StoredEvent = z.output<typeof storedEvent>;

const concurrencyOption = z.object({
  limit: z.number(),
  key: z.string().optional(),
  scope: z.enum(["fn", "env", "account"]).optional(),
});

/** Unsupported options; each is logged once when a function uses it. */
export const UNSUPPORTED_OPTIONS = [
  "batchEvents",
  "rateLimit",
  "throttle",
  "debounce",
  "priority",
  "singleton",
  "idempotency",
  "cancel",
  "timeouts",
] as const;

export const functionConfig = z.looseObject({
  id: text.min(1),
  name: z.string().optional(),
  triggers: z.array(
    z.union([
      z.object({ cron: z.string(), jitter: z.string().optional() }),
      z.object({ event: z.string(), expression: z.string().optional() }),
    ]),
  ),
  steps: z.record(
    z.string(),
    z.looseObject({
      retries: z.object({ attempts: z.number().int().min(0).optional() }).optional(),
    }),
  ),
  concurrency: z
    .union([
      z.number().transform((limit) => [{ limit }]),
      concurrencyOption.transform((option) => [option]),
      z.array(concurrencyOption),
    ])
    .pipe(z.array(concurrencyOption))
    .optional(),
});
export type FunctionConfig = z.output<typeof functionConfig>;

/** Response to an in-band sync, and body of `POST /fn/register`. */
export const appConfig = z.looseObject({
  app_id: text.optional(),
  appName: text.optional(),
  url: z.url(),
  sdk: z.string().optional(),
  functions: z.array(functionConfig),
});
export type AppConfig = z.output<typeof appConfig>;

const DEFAULT_RETRIES = 3;

/** Total attempts of a step or a function. */
export function maxAttempts(config: FunctionConfig): number {
  return (Object.values(config.steps)[0]?.retries?.attempts ?? DEFAULT_RETRIES) + 1;
}

/** One operation of a 206 response or of a checkpoint. */
export const op = z.looseObject({
  id: text.min(1),
  op: z.string(),
  name: z.string().nullish(),
  displayName: z.string().nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
  opts: z.record(z.string(), z.unknown()).nullish(),
  timing: z.looseObject({ b: z.number() }).nullish().catch(null),
});
export type Op = z.output<typeof op>;
export const ops = z.union([z.array(op), op.transform((single) => [single])]);

export const waitOptions = z.object({ timeout: z.string(), if: z.string().optional() });
export const checkpoint = z.looseObject({
  run_id: text,
  qi_id: z.uuid(),
  steps: z.array(op),
});

/**
 * The id under which the SDK reports the end of the function. A step named "complete" has the same
 * id: only the operation distinguishes them.
 */
export const FUNCTION_STEP_ID = createHash("sha1").update("complete").digest("hex");

/** An error as it is stored and returned to functions. */
export type StoredError = { name: string; message: string; stack?: string; [key: string]: unknown };

const wireError = z.looseObject({
  name: z.string().min(1).catch("Error"),
  message: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
});

/** Converts any error value of the app to a complete error. */
export function toStoredError(value: unknown): StoredError {
  const parsed = wireError.safeParse(value);
  if (!parsed.success) {
    const message = typeof value === "string" ? value : (JSON.stringify(value) ?? "Unknown error");
    return { name: "Error", message: message.slice(0, 2_000) };
  }
  const { name, message, error, ...rest } = parsed.data;
  return { ...rest, name, message: message ?? error ?? "Unknown error" };
}
