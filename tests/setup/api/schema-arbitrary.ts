import fc from "fast-check";
import { z } from "zod";

const schemaPart = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
type SchemaPart = z.output<typeof schemaPart>;

/** Longer strings and lists find nothing more. */
const TEXT_MAX = 80;
const LIST_MAX = 4;

/** Values that a JSON Schema of this service's documents allows. @throws for unsupported keywords */
export function valuesOf(schema: unknown): fc.Arbitrary<unknown> {
  const part = schemaPart.parse(schema);
  if ("const" in part) return fc.constant(part.const);
  if (part.enum !== undefined) return fc.constantFrom(...part.enum);
  const choices = part.anyOf ?? part.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(valuesOf));
  const { type } = part;
  if (type === undefined) return fc.jsonValue({ maxDepth: 1 });
  if (typeof type !== "string")
    return fc.oneof(...type.map((one) => valuesOf({ ...part, type: one })));
  return ofType(type, part);
}

function ofType(type: string, part: SchemaPart): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return textsOf(part);
    case "integer": {
      const { minimum: min = -1_000, maximum: max = 1_000_000 } = part;
      return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) });
    }
    case "number": {
      const { minimum: min = 0.001, maximum: max = 1_000 } = part;
      return fc.double({ min, max, noNaN: true });
    }
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array": {
      const { items = {}, minItems: minLength = 0, maxItems = LIST_MAX } = part;
      const maxLength = Math.max(minLength, Math.min(maxItems, LIST_MAX));
      return fc.array(valuesOf(items), { minLength, maxLength });
    }
    case "object": {
      const model = Object.entries(part.properties ?? {}).map(([name, one]) => [
        name,
        valuesOf(one),
      ]);
      return fc.record<Record<string, unknown>, string>(Object.fromEntries(model), {
        requiredKeys: part.required ?? [],
      });
    }
    default:
      throw new Error(`${type} is no type of JSON Schema`);
  }
}

/** Strings with rules beyond a pattern: address checksums, hashes, link hosts. */
const KNOWN: readonly { sample: string; values: readonly string[] }[] = [
  {
    sample: "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
    values: ["0x8ba1f109551bD432803012645Ac136ddd64DBA72", `0x${"1a".repeat(20)}`],
  },
  {
    sample: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
    values: ["QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y"],
  },
  { sample: "https://example.com", values: ["", "https://example.com/a?b=c"] },
];

function textsOf({ pattern, format, minLength = 0, maxLength = TEXT_MAX }: SchemaPart) {
  if (format === "email") return fc.stringMatching(/^[a-z]{1,9}@example\.com$/);
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  // The sample that fits no other pattern.
  const known = KNOWN.filter(({ sample }) => new RegExp(pattern ?? "^").test(sample));
  const [only] = known;
  if (only !== undefined && known.length === 1) return fc.constantFrom(...only.values);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).filter(fits);
  return fc.string({ minLength, maxLength: Math.min(maxLength, TEXT_MAX) });
}
