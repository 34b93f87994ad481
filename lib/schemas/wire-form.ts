import { z } from "zod";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON Schemas that zod cannot derive: numbers in a URL, rules that are code. */
const wireForms = z.registry<JsonSchema>();

/** Documents a schema with `form` instead of what zod derives. Wrappers and copies inherit it. */
export function documentAs<Schema extends z.ZodType>(schema: Schema, form: JsonSchema): Schema {
  wireForms.add(schema, form);
  return schema;
}

/** An integer within bounds, as a number or as decimal text. */
export function wholeNumberForm({ min, max }: { min: number; max: number }): JsonSchema {
  const digits = String(max).length;
  return {
    anyOf: [
      { type: "integer", minimum: min, maximum: max },
      { type: "string", pattern: `^\\d{1,${digits}}$` },
    ],
  };
}

/** The documented form of a schema, if any. */
export function wireFormOf(schema: z.core.$ZodType): JsonSchema | undefined {
  return wireForms.get(schema);
}
