import { z } from "zod";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON Schemas that zod cannot derive: numbers in a URL, rules that are code. */
const wireForms = z.registry<JsonSchema>();

/** Documents a schema with `form` instead of what zod derives. Wrappers and copies inherit it. */
export function documentAs<Schema extends z.ZodType>(schema: Schema, form: JsonSchema): Schema {
  wireForms.add(schema, form);
  return schema;
}

/** An integer within bounds, as a number or as decimal text. `min` is 0 or 1. */
export function wholeNumberForm({ min, max }: { min: 0 | 1; max: number }): JsonSchema {
  return {
    anyOf: [
      { type: "integer", minimum: min, maximum: max },
      { type: "string", pattern: `^(${[...(min === 0 ? ["0"] : []), ...upTo(max)].join("|")})$` },
    ],
  };
}

/**
 * Patterns that together match exactly the decimal texts of 1 to `max`: fewer digits, a lower digit after an
 * equal prefix, and `max` itself.
 */
function upTo(max: number): string[] {
  const digits = [...String(max)];
  const any = (count: number) => (count === 0 ? "" : `\\d{${count}}`);
  const lower = digits.flatMap((digit, at) => {
    const from = at === 0 ? 1 : 0;
    const to = Number(digit) - 1;
    const rest = any(digits.length - at - 1);
    return to < from ? [] : [`${digits.slice(0, at).join("")}[${from}-${to}]${rest}`];
  });
  const shorter = digits.length === 1 ? [] : [`[1-9]\\d{0,${digits.length - 2}}`];
  return [...shorter, ...lower, digits.join("")];
}

/** The documented form of a schema, if any. */
export function wireFormOf(schema: z.core.$ZodType): JsonSchema | undefined {
  return wireForms.get(schema);
}
