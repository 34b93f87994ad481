import type { z } from "zod";

type Issue = z.core.$ZodIssue;
/** Fields of one object that its schema does not have. */
type UnknownFields = { path: PropertyKey[]; keys: string[] };
type Checked<Output> = { success: true; data: Output } | { success: false; error: unknown };

/**
 * A reader of a schema that leaves out unknown fields: a later version of the service may add some.
 * Anything else that differs from the schema is an error.
 */
export function readerOf<S extends z.ZodType>(
  schema: S,
): { safeParse(value: unknown): Checked<z.output<S>> } {
  return {
    safeParse(value) {
      let parsed = schema.safeParse(value);
      // Again, because a field may be checked only after those around it are right.
      while (!parsed.success) {
        const unknown = findUnknownFields(parsed.error.issues);
        const known = unknown === null ? null : without(value, unknown);
        if (known === null) break;
        value = known.value;
        parsed = schema.safeParse(value);
      }
      return parsed;
    },
  };
}

/** The unknown fields that issues are about; null if one of them is about anything else. */
function findUnknownFields(issues: readonly Issue[]): UnknownFields[] | null {
  const found: UnknownFields[] = [];
  for (const issue of issues) {
    const { path } = issue;
    if (issue.code === "unrecognized_keys") found.push({ path, keys: issue.keys });
    else if (issue.code === "invalid_union") {
      const nearest = findNearest(issue.errors);
      if (nearest === null) return null;
      found.push(...nearest.map((one) => ({ ...one, path: [...path, ...one.path] })));
    } else return null;
  }
  return found;
}

/** The alternative of a union that lacks the fewest fields of a value. */
function findNearest(alternatives: readonly (readonly Issue[])[]): UnknownFields[] | null {
  const count = (fields: UnknownFields[]) => fields.reduce((sum, { keys }) => sum + keys.length, 0);
  const [nearest = null] = alternatives
    .flatMap((issues) => {
      const fields = findUnknownFields(issues);
      return fields === null || fields.length === 0 ? [] : [fields];
    })
    .toSorted((one, other) => count(one) - count(other));
  return nearest;
}

/** A copy of a JSON value without these fields; null if it has none of them. */
function without(value: unknown, fields: readonly UnknownFields[]): { value: unknown } | null {
  const copy: unknown = structuredClone(value);
  let isChanged = false;
  for (const { path, keys } of fields) {
    const holder = path.reduce<unknown>(fieldOf, copy);
    if (typeof holder !== "object" || holder === null) continue;
    for (const key of keys) {
      isChanged ||= Object.hasOwn(holder, key);
      Reflect.deleteProperty(holder, key);
    }
  }
  return isChanged ? { value: copy } : null;
}

const fieldOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
