import type { z } from "zod";

/**
 * An optional field of a body with a default. Programs that write every field send null for those without
 * a value, so null is the same as an absent field.
 */
export function orDefault<S extends z.ZodType>(schema: S, value: z.output<S>) {
  return schema
    .nullish()
    .transform((given) => given ?? value)
    .meta({ default: value });
}

/** An optional field of a body without a default; null is the same as an absent field. */
export function orAbsent<S extends z.ZodType>(schema: S) {
  return schema
    .nullable()
    .transform((given) => given ?? undefined)
    .optional();
}
