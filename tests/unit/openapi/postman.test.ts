import { describe, expect, it } from "vitest";
import { z } from "zod";
import { postmanCollection } from "@/lib/openapi/documents";
import { DOCUMENTED_OPERATIONS } from "@/lib/operations/documented";
import { LAUNCH_DOCS } from "@/lib/operations/launch-docs";
import { errorsOf } from "@/lib/operations/operation";

/** The parts of Postman's collection format 2.1.0 that are used, and nothing beside them. */
const header = z.array(
  z.strictObject({
    key: z.string().min(1),
    value: z.string(),
    description: z.string().optional(),
    disabled: z.boolean().optional(),
  }),
);
const variable = z.array(
  z.strictObject({ key: z.string().min(1), value: z.string(), type: z.string().optional() }),
);
const request = z.strictObject({
  method: z.enum(["GET", "POST"]),
  description: z.string().min(1),
  header,
  url: z.strictObject({
    raw: z.string(),
    host: z.tuple([z.literal("{{baseUrl}}")]),
    path: z.array(z.string().min(1)),
    query: header.optional(),
    variable: variable.optional(),
  }),
  body: z
    .discriminatedUnion("mode", [
      z.strictObject({
        mode: z.literal("raw"),
        raw: z.string(),
        options: z.strictObject({ raw: z.strictObject({ language: z.literal("json") }) }),
      }),
      z.strictObject({
        mode: z.literal("formdata"),
        formdata: z.array(
          z.strictObject({ key: z.string(), type: z.literal("file"), src: z.array(z.string()) }),
        ),
      }),
    ])
    .optional(),
});
const item = z.strictObject({
  name: z.string().min(1),
  request,
  response: z.array(
    z.strictObject({
      name: z.string(),
      originalRequest: request,
      code: z.number().int().min(200).max(599),
      status: z.string(),
      header,
      body: z.string(),
      _postman_previewlanguage: z.literal("json"),
    }),
  ),
  event: z
    .array(
      z.strictObject({
        listen: z.enum(["test", "prerequest"]),
        script: z.strictObject({ type: z.literal("text/javascript"), exec: z.array(z.string()) }),
      }),
    )
    .optional(),
});
const collection = z.strictObject({
  info: z.strictObject({
    name: z.string().min(1),
    description: z.string(),
    schema: z.literal("https://schema.getpostman.com/json/collection/v2.1.0/collection.json"),
  }),
  variable,
  item: z.array(z.strictObject({ name: z.string(), item: z.array(item).min(1) })),
});

const document = postmanCollection("https://launchpad.example");
const parsed = collection.parse(JSON.parse(JSON.stringify(document)));
const items = parsed.item.flatMap((folder) => folder.item);
const operations = DOCUMENTED_OPERATIONS.map((operation) => ({
  id: operation.id,
  operation,
}));

/** The address that Postman would ask for. */
function resolve(url: z.infer<typeof request>["url"]): string {
  const values = new Map(parsed.variable.map(({ key, value }) => [key, value]));
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values.get(name) ?? `no ${name}`);
  const path = url.path.map((segment) =>
    segment.startsWith(":")
      ? fill(url.variable?.find(({ key }) => key === segment.slice(1))?.value ?? "no value")
      : segment,
  );
  return `${fill(url.host[0])}/${path.join("/")}`;
}

describe("Postman collection", () => {
  it("has its variables, with values", () => {
    expect(Object.fromEntries(parsed.variable.map(({ key, value }) => [key, value]))).toEqual({
      baseUrl: "https://launchpad.example",
      chain: "base-sepolia",
      jobId: expect.stringMatching(/.+/),
      tokenAddress: expect.stringMatching(/^0x/),
    });
    expect(items).toHaveLength(operations.length);
  });

  it.each(operations)("$id: asks for the right thing", ({ operation }) => {
    const found = items.find(({ name }) => name === operation.summary);
    const { method, path, examples, bodyBytesMax } = operation;
    expect(found?.request.method).toBe(method);
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => examples?.params?.[name] ?? "");
    expect(found && resolve(found.request.url)).toBe(`https://launchpad.example${filled}`);
    expect(found?.request.body === undefined).toBe(bodyBytesMax === 0);
    expect(found?.request.body?.mode === "formdata").toBe(operation.form !== undefined);
    if (found?.request.body?.mode === "raw") {
      expect(operation.body.safeParse(JSON.parse(found.request.body.raw)).error).toBeUndefined();
    }
    const keys = found?.request.header.map(({ key }) => key);
    expect(keys?.includes("Idempotency-Key")).toBe(
      operation.errors.includes("idempotency_key_reused"),
    );
  });

  it.each(operations)("$id: shows its answers and errors", ({ operation }) => {
    const found = items.find(({ name }) => name === operation.summary);
    const answers = found?.response ?? [];
    expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(0);
    const names = answers.filter(({ code }) => code !== 200).map(({ name }) => name);
    expect(names).toEqual(errorsOf(operation));
    for (const { body } of answers) expect(() => JSON.parse(body)).not.toThrow();
  });

  it("remembers the job and the token of a launch", () => {
    const launch = items.find(({ name }) => name === LAUNCH_DOCS.launchMemecoin.summary);
    const script = launch?.event?.[0]?.script.exec.join("\n");
    expect(script).toContain('set("jobId", answer.jobId)');
    expect(script).toContain('set("tokenAddress", answer.expectedAddress)');
  });
});
