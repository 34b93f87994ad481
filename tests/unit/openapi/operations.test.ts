import { describe, expect, it } from "vitest";
import { DOCUMENTED_OPERATIONS } from "@/lib/operations/documented";
import { LIMITS } from "@/lib/operations/limits";
import { nothing, takesIdempotencyKey } from "@/lib/operations/operation";

const operations = DOCUMENTED_OPERATIONS.map((operation) => ({
  id: operation.id,
  operation,
  examples: operation.examples ?? {},
}));

/** All examples of one kind under their names. */
function named(main: unknown, others: Record<string, unknown> = {}): [string, unknown][] {
  return Object.entries({ usual: main, ...others });
}

describe("operations", () => {
  it("have unique ids and paths", () => {
    const ids = operations.map(({ id }) => id);
    const paths = operations.map(({ operation: { method, path } }) => `${method} ${path}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(paths).size).toBe(paths.length);
  });

  describe.each(operations)("$id", ({ operation, examples }) => {
    it("has a summary and a description", () => {
      expect(operation.summary).toMatch(/^[A-Z].{5,60}[^.]$/);
      expect(operation.description).toMatch(/^.{30,}\.$/s);
    });

    it("has an example of every path parameter and of the response", () => {
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(examples.params ?? {})).toEqual(names);
      expect(operation.params.safeParse(examples.params ?? {}).error).toBeUndefined();
      expect(operation.query.safeParse(examples.query ?? {}).error).toBeUndefined();
      for (const [name, answer] of named(examples.response, examples.otherResponses)) {
        const parsed = operation.response.safeParse(answer);
        expect(parsed.error, name).toBeUndefined();
        expect(parsed.data, name).toEqual(answer);
      }
    });

    it("has examples of the body that are accepted", () => {
      const isJson = operation.bodyBytesMax > 0 && operation.form === undefined;
      if (!isJson) return expect(examples.body).toBeUndefined();
      for (const [name, body] of named(examples.body, examples.otherBodies)) {
        expect(body, name).toBeTypeOf("object");
        expect(operation.body.safeParse(body).error, name).toBeUndefined();
      }
    });

    it("lists every error that its input and limits can cause", () => {
      const { errors, limit } = operation;
      const expected = [
        "internal_error",
        ...(operation.path.includes("{") || operation.query !== nothing
          ? ["invalid_parameters"]
          : []),
        ...(operation.bodyBytesMax > 0
          ? ["invalid_body", "payload_too_large", "unsupported_media_type"]
          : []),
        ...(takesIdempotencyKey(operation) ? ["idempotency_key_reused"] : []),
        ...(limit === null ? [] : ["rate_limited"]),
        ...(limit && LIMITS[limit.policy].whenStoreIsDown === "closed"
          ? ["dependency_unavailable"]
          : []),
      ];
      expect(errors).toEqual(expect.arrayContaining(expected));
      expect(new Set(errors).size).toBe(errors.length);
    });
  });
});
