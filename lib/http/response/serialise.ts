import { z } from "zod";
import { AppError } from "@/lib/shared/errors";

/** The JSON text of a result. @throws AppError internal_error if it does not match the schema */
export type Serialise = (result: unknown) => string;

const serialisers = new WeakMap<z.ZodType, Serialise>();

/** The serialiser of a response schema, created on first use. */
export function serialiserOf(schema: z.ZodType): Serialise {
  const known = serialisers.get(schema) ?? createSerialiser(schema);
  serialisers.set(schema, known);
  return known;
}

/**
 * Checks results against a schema and writes them as JSON: an invalid result is our bug, and a logged
 * 500 is better than a broken contract. The items of `data` are written one by one, so that the text
 * of an item that a use case returned before (frozen, the same object) is used again without a check.
 */
function createSerialiser(schema: z.ZodType): Serialise {
  const items = itemsOf(schema);
  if (items === null) return (result) => JSON.stringify(check(schema, result));
  const writeItem = createItemWriter(items);
  return (result) => {
    if (!hasData(result)) return JSON.stringify(check(schema, result));
    const rest = JSON.stringify(check(schema, { ...result, data: [] }));
    // Parsed objects have their members in the order of the schema.
    if (!rest.startsWith(EMPTY)) return JSON.stringify(check(schema, result));
    return `${OPENING}${result.data.map(writeItem).join(",")}${rest.slice(OPENING.length)}`;
  };
}

const OPENING = '{"data":[';
const EMPTY = `${OPENING}]`;

/** Writes items, and remembers the texts of frozen ones for as long as the items exist. */
function createItemWriter(schema: z.ZodType): (item: unknown) => string {
  const texts = new WeakMap<object, string>();
  return (item) => {
    if (typeof item !== "object" || item === null) return JSON.stringify(check(schema, item));
    const known = texts.get(item);
    if (known !== undefined) return known;
    const text = JSON.stringify(check(schema, item));
    if (Object.isFrozen(item)) texts.set(item, text);
    return text;
  };
}

function check(schema: z.ZodType, result: unknown): unknown {
  const parsed = schema.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new AppError("internal_error", undefined, { cause: parsed.error });
}

function hasData(result: unknown): result is { data: unknown[] } {
  return (
    typeof result === "object" && result !== null && "data" in result && Array.isArray(result.data)
  );
}

/** The schema of the items of `data`; null where there is no such list, or a rule for all of it. */
function itemsOf(schema: z.ZodType): z.ZodType | null {
  if (!(schema instanceof z.ZodObject) || schema.def.checks?.length) return null;
  const { data }: Record<string, unknown> = schema.shape;
  if (!(data instanceof z.ZodArray) || data.def.checks?.length) return null;
  const { element } = data;
  return element instanceof z.ZodType ? element : null;
}
