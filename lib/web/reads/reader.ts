/** Checks an unknown value. Schemas of zod are readers as well. */
export type Reader<Value> = {
  safeParse(value: unknown): { success: true; data: Value } | { success: false; error: unknown };
};

/** A reader from a type guard. */
export function readerOf<Value>(fits: (value: unknown) => value is Value): Reader<Value> {
  return {
    safeParse: (value) =>
      fits(value)
        ? { success: true, data: value }
        : { success: false, error: new TypeError("The value has an unknown shape") },
  };
}
