import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DOCUMENTED_OPERATIONS } from "@/lib/operations/documented";
import {
  errorFormOf,
  errorsOf,
  isBodyOptional,
  type Operation,
  takesIdempotencyKey,
} from "@/lib/operations/operation";
import { request } from "../../setup/api/api";

/** The shape of every Launch API error; no other fields are allowed. */
const refusal = z
  .strictObject({
    success: z.literal(false),
    error: z.string().min(1),
    message: z.string(),
    code: z.string().regex(/^[a-z_]+$/),
    details: z
      .array(
        z.strictObject({
          path: z.string(),
          message: z.string(),
          remedy: z.string().optional(),
        }),
      )
      .optional(),
  })
  .refine(({ error, message }) => error === message, "message must be the text of error");

const posts = DOCUMENTED_OPERATIONS.filter(
  (operation) =>
    errorFormOf(operation) === "launch" && operation.method === "POST" && !operation.form,
);

function exampleParams({ id }: Operation): Record<string, string> {
  return DOCUMENTED_OPERATIONS.find((one) => one.id === id)?.examples?.params ?? {};
}

/** Sends a request and expects a documented error. */
async function refused(operation: Operation, options: Parameters<typeof request>[1]) {
  const values = { ...exampleParams(operation), chain: "base-sepolia" };
  const path = Object.entries(values).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, value),
    String(operation.path),
  );
  const { status, headers, body } = await request(path, { method: operation.method, ...options });
  const answer = refusal.parse(body);
  if (status !== 405) expect(errorsOf(operation)).toContain(answer.code);
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  return { status, headers, ...answer };
}

describe.each(posts.map((operation) => ({ operation, path: operation.path })))(
  "POST $path",
  ({ operation }) => {
    it.runIf(!isBodyOptional(operation))("rejects a body that is nothing", async () => {
      expect((await refused(operation, { rawBody: "" })).status).toBe(400);
    });

    it.each([
      ["half a document", '{"name":'],
      ["a list", "[]"],
      ["a text", '"x"'],
      ["null", "null"],
      ["deep nesting", `${"[".repeat(2_000)}${"]".repeat(2_000)}`],
      ["invalid UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
    ])("rejects a body that is %s", async (_what, rawBody) => {
      const { status } = await refused(operation, { rawBody });
      expect([400, 500]).toContain(status);
      // An invalid protocol fee returns 500, as specified.
      if (status === 500) expect(operation.id).toBe("createRevenueManager");
    });

    it("returns 413 for a body over its limit", async () => {
      const rawBody = JSON.stringify({ name: "x".repeat(operation.bodyBytesMax) });
      expect((await refused(operation, { rawBody })).status).toBe(413);
    });

    it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])(
      "returns 415 for %s",
      async (type) => {
        const headers = { "content-type": type };
        expect((await refused(operation, { rawBody: "{}", headers })).status).toBe(415);
      },
    );

    it.each(["PUT", "DELETE", "PATCH"])("returns 405 for %s", async (method) => {
      const { status, headers } = await refused(operation, { method });
      expect(status).toBe(405);
      expect(headers.get("allow")).toContain("POST");
    });

    it.runIf(takesIdempotencyKey(operation))("returns 400 for an invalid key", async () => {
      const headers = { "idempotency-key": "has space" };
      const rawBody = JSON.stringify(operation.examples?.body);
      expect(await refused(operation, { rawBody, headers })).toMatchObject({
        status: 400,
        code: "invalid_idempotency_key",
      });
    });
  },
);
