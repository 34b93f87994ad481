import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { serializeError } from "@/lib/log";

const PARAMETERS = ["creator@example.com", Buffer.from("sealed\nseed")];

it("logs the statement and cause of a failed query without its parameters", () => {
  const failed = new DrizzleQueryError("select $1", PARAMETERS, new Error("canceled"));
  const fields = serializeError(new Error("could not index", { cause: failed }));
  for (const one of [fields, serializeError(failed)]) {
    const line = JSON.stringify(one);
    expect(line).toContain("Failed query: select $1");
    expect(line).toContain("canceled");
    for (const secret of ["creator@example.com", "sealed", "seed", "params"]) {
      expect(line).not.toContain(secret);
    }
  }
  expect(fields.message).toBe("could not index: Failed query: select $1: canceled");
});

it("logs other errors with their fields", () => {
  const error = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  expect(serializeError(error)).toMatchObject({
    type: "Error",
    message: "refused",
    code: "ECONNREFUSED",
    stack: expect.stringContaining("Error: refused"),
  });
});
