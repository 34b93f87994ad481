import { isHex } from "../wallet/is-hex";

/**
 * The form of a JSON value, as data. Pages check responses with it, because the schemas and their
 * library are four times the size of everything else that a list needs. `hex` is `0x` and a number of
 * digits.
 */
export type Shape =
  | "text"
  | "number"
  | "flag"
  | "null"
  | "anything"
  | { readonly hex: number }
  | { readonly is: string | number | boolean }
  | { readonly list: Shape }
  | { readonly each: Shape }
  | { readonly oneOf: readonly Shape[] }
  | { readonly fields: Fields; readonly maybe?: Fields };
type Fields = { readonly [name: string]: Shape };

const TYPES = { text: "string", number: "number", flag: "boolean" } as const;

/** Whether a JSON value has a form. Fields that the form does not name are ignored. */
export function hasShape(shape: Shape, value: unknown): boolean {
  if (shape === "anything") return true;
  if (shape === "null") return value === null;
  if (typeof shape === "string") return typeof value === TYPES[shape];
  if ("hex" in shape) return isHex(value, shape.hex);
  if ("is" in shape) return value === shape.is;
  if ("oneOf" in shape) return shape.oneOf.some((one) => hasShape(one, value));
  if ("list" in shape) {
    return Array.isArray(value) && value.every((item) => hasShape(shape.list, item));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if ("each" in shape) return Object.values(value).every((item) => hasShape(shape.each, item));
  const has = (fields: Fields, isNeeded: boolean) =>
    Object.entries(fields).every(([name, field]) => {
      const held: unknown = Reflect.get(value, name);
      return held === undefined ? !isNeeded : hasShape(field, held);
    });
  return has(shape.fields, true) && has(shape.maybe ?? {}, false);
}
