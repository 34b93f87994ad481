import { describe, expect, it } from "vitest";
import { z } from "zod";
import { issueText } from "@/lib/shared/text/issue-text";

describe("the text of an issue without one of its own", () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ["a missing value", z.object({ a: z.string() }), {}, "is required"],
    ["another type", z.string(), 1, "must be text"],
    ["another type of several", z.object({}), [], "must be an object"],
    ["a long text", z.string().max(254), "x".repeat(255), "must have at most 254 characters"],
    ["an empty text", z.string().min(1), "", "must not be empty"],
    ["a short text", z.string().min(2), "x", "must have at least 2 characters"],
    ["a long list", z.array(z.string()).max(1), ["a", "b"], "must have at most 1 entry"],
    ["a list of another length", z.array(z.string()).length(2), [], "must have exactly 2 entries"],
    ["a large number", z.number().max(5), 6, "must be at most 5"],
    ["a number at its bound", z.number().lt(5), 5, "must be less than 5"],
    ["a small number", z.number().positive(), 0, "must be more than 0"],
    ["a fraction", z.number().int(), 1.5, "must be a whole number"],
    ["another choice", z.enum(["a", "b"]), "c", "must be one of a, b"],
    ["another value", z.literal(true), false, "must be true"],
    ["a format", z.email(), "ada", "must be an email address"],
    ["a pattern", z.string().regex(/^a$/), "b", "has the wrong format"],
    ["a remainder", z.number().multipleOf(2), 3, "must be a multiple of 2"],
    ["unknown fields", z.strictObject({}), { b: 1, c: 2 }, "has unknown fields: b, c"],
    ["no choice that fits", z.union([z.string(), z.number()]), true, "is not valid"],
  ])("describes %s by what it must be", (_, schema, value, text) => {
    const { error } = schema.safeParse(value, { error: issueText });
    expect(error?.issues.map(({ message }) => message)).toEqual([text]);
  });

  it("gives way to the text of a schema", () => {
    const schema = z.string().max(1, "must be one letter");
    expect(schema.safeParse("ab", { error: issueText }).error?.issues[0]?.message).toBe(
      "must be one letter",
    );
  });
});
